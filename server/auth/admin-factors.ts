import { isUuid } from '#domain/contact.ts'
import { existing, requireService } from './admin.ts'
import type { AuthContext, Call } from './context.ts'
import { ownFactor, removeFactor } from './factors.ts'
import { accountById } from './users.ts'

/** `GET /admin/users/{id}/factors` */
export async function readFactors(context: AuthContext, { request, id }: Call): Promise<Response> {
  await requireService(context, request)
  const account = await context.database.transaction(async (tx) =>
    existing(isUuid(id) ? await accountById(tx, id, context.now()) : undefined),
  )
  return Response.json(account.document.factors ?? [], { headers: { 'cache-control': 'no-store' } })
}

/** `DELETE /admin/users/{id}/factors/{subId}`: for somebody who lost their phone. */
export async function deleteFactor(context: AuthContext, { request, id, subId }: Call): Promise<Response> {
  await requireService(context, request)
  const email = await context.database.transaction(async (tx) => {
    const account = existing(isUuid(id) ? await accountById(tx, id, context.now()) : undefined)
    const { status } = await ownFactor(tx, subId, account.id)
    await removeFactor(tx, subId)
    return status === 'verified' ? account.email : undefined
  })
  if (email) void context.sendMail({ kind: 'factor-removed', to: email })
  return Response.json({ id: subId })
}
