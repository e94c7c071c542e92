import { Fault } from '#server/base/fault.ts'
import { clientNetwork } from '#server/limits/network.ts'
import type { AuthContext, Call } from './context.ts'
import { spendReauthentication, startReauthentication } from './one-time.ts'
import { signedIn } from './signed-in.ts'
import type { Account } from './users.ts'

/** `GET /reauthenticate`: mails a code to the account, to be sent as `nonce` with a change. */
export async function reauthenticate(context: AuthContext, { request }: Call): Promise<Response> {
  const { account } = await signedIn(context, request)
  context.budgets.mailFrom.spend(clientNetwork(request))
  context.budgets.mailTo.spend(account.email)
  const code = await context.database.transaction((tx) =>
    startReauthentication(tx, account, context.digests, context.now()),
  )
  void context.sendMail({ kind: 'reauthentication', to: account.email, code })
  return Response.json({}, { headers: { 'cache-control': 'no-store' } })
}

/** Throws reauthentication_not_valid (422) unless the code was sent to the account within the last hour. It counts once. */
export async function requireNonce(context: AuthContext, account: Account, nonce: string): Promise<void> {
  context.budgets.nonces.spend(account.id)
  const right = await context.database.transaction((tx) =>
    spendReauthentication(tx, account, nonce, context.digests, context.now()),
  )
  if (!right) throw new Fault(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
  context.budgets.nonces.restore(account.id)
}
