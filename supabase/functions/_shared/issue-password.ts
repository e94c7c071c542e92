import { passwordWords } from '../../../domain/password-words.ts'
import { ask } from './ask.ts'
import type { FunctionContext } from './context.ts'
import { isObject } from './endpoint.ts'
import { Refusal, tryLater } from './refusal.ts'

/** Replaces an account's password with a temporary one, which its owner must change at the first sign-in. */
export async function issuePassword(
  context: FunctionContext,
  id: string,
  password: string,
): Promise<Response> {
  const begun = await ask(context, 'begin_password_issue', { user_id: id })
  const { error } = await context.accounts.updateUserById(id, { password })
  refuseWeak(error)
  if (error) throw tryLater()
  const { email, full_name: fullName } = isObject(begun) ? begun : {}
  if (typeof email !== 'string' || typeof fullName !== 'string')
    throw new Error('begin_password_issue gave an unknown answer')
  return handOver({ id, email, fullName }, password)
}

/** The auth service refuses more passwords than our check: the clinic's name, or a host's list of leaked ones. */
export function refuseWeak(error: { code?: string | undefined } | null): void {
  if (error?.code === 'weak_password') throw new Refusal(400, passwordWords.easy)
}

/** The only response with a password; no cache may store it. */
export function handOver(
  { id, email, fullName }: { id: string; email: string; fullName: string },
  tempPassword: string,
): Response {
  return Response.json(
    { user: { id, email, user_metadata: { full_name: fullName } }, tempPassword },
    { headers: { 'cache-control': 'no-store' } },
  )
}
