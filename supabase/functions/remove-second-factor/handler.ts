import { isUuid } from '../../../domain/contact.ts'
import { ask } from '../_shared/ask.ts'
import { endpoint } from '../_shared/endpoint.ts'
import { invalidRequest, tryLater } from '../_shared/refusal.ts'

/**
 * Body `{userId}`. Returns `{removed}`, the number of factors; the account's earlier sessions no longer work.
 * `begin_factor_removal` decides who may (docs/product/accounts.md). Repeating it after a failure completes it.
 */
export const removeSecondFactor = endpoint(async (body, context) => {
  const { userId } = body
  if (typeof userId !== 'string' || !isUuid(userId)) throw invalidRequest()
  await ask(context, 'begin_factor_removal', { user_id: userId })
  const { data, error } = await context.accounts.mfa.listFactors({ userId })
  if (error) throw tryLater()
  for (const { id } of data.factors) {
    const removal = await context.accounts.mfa.deleteFactor({ userId, id })
    // 404: its owner has just removed it.
    if (removal.error && removal.error.status !== 404) throw tryLater()
  }
  return Response.json({ removed: data.factors.length })
})
