import { isUuid } from '../../../domain/contact.ts'
import { temporaryPassword } from '../../../domain/credentials.ts'
import { endpoint } from '../_shared/endpoint.ts'
import { issuePassword } from '../_shared/issue-password.ts'
import { invalidRequest } from '../_shared/refusal.ts'

/**
 * Body `{userId}`. Returns `{user: {id, email, user_metadata: {full_name}}, tempPassword}`; the account's old
 * password and sessions no longer work. `begin_password_issue` decides who may (docs/product/accounts.md).
 */
export const issueTemporaryPassword = endpoint(async (body, context) => {
  const { userId } = body
  if (typeof userId !== 'string' || !isUuid(userId)) throw invalidRequest()
  return issuePassword(context, userId, temporaryPassword(context.randomBytes))
})
