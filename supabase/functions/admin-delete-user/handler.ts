import { ask } from '../_shared/ask.ts'
import { endpoint, isObject } from '../_shared/endpoint.ts'
import { invalidRequest, tryLater } from '../_shared/refusal.ts'
import { isUuid } from '../_shared/uuid.ts'

/**
 * Body `{userIdToDelete}`. Answers `{outcome}`: 'closed' for an account with clinical or payment rows, which must be
 * kept for years, 'erased' otherwise. A repeat after a failure finishes what was begun.
 */
export const adminDeleteUser = endpoint(async (body, context) => {
  const id = body.userIdToDelete
  if (!isUuid(id)) throw invalidRequest()

  const mustBeErased = async () => {
    const begun = await ask(context, 'begin_account_removal', { user_id: id })
    return !isObject(begun) || begun.outcome !== 'closed'
  }
  if (!(await mustBeErased())) return Response.json({ outcome: 'closed' })
  const { error } = await context.accounts.deleteUser(id)
  if (!error) return Response.json({ outcome: 'erased' })
  // Meanwhile the account may have got its first study or payment: then it is closed instead.
  if (await mustBeErased()) throw tryLater()
  return Response.json({ outcome: 'closed' })
})
