import { ask } from '../_shared/ask.ts'
import { endpoint } from '../_shared/endpoint.ts'
import { invalidRequest, tryLater } from '../_shared/refusal.ts'
import { isUuid } from '../_shared/uuid.ts'

/**
 * Body `{userId}`. Answers `{removed}`, how many factors went; the sessions that the account had are over by then. Who may
 * is decided by `begin_factor_removal` (docs/product/accounts.md). A repeat after a failure finishes what was begun.
 */
export const removeSecondFactor = endpoint(async (body, context) => {
  const { userId } = body
  if (!isUuid(userId)) throw invalidRequest()
  await ask(context, 'begin_factor_removal', { user_id: userId })
  const { data, error } = await context.accounts.mfa.listFactors({ userId })
  if (error) throw tryLater()
  for (const { id } of data.factors) {
    const removal = await context.accounts.mfa.deleteFactor({ userId, id })
    // One that its owner removed meanwhile is gone as well.
    if (removal.error && removal.error.status !== 404) throw tryLater()
  }
  return Response.json({ removed: data.factors.length })
})
