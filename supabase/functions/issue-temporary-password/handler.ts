import { temporaryPassword } from '../../../domain/credentials.ts'
import { endpoint } from '../_shared/endpoint.ts'
import { issuePassword } from '../_shared/issue-password.ts'
import { invalidRequest } from '../_shared/refusal.ts'
import { isUuid } from '../_shared/uuid.ts'

/**
 * Body `{userId}`. Answers `{user: {id, email, user_metadata: {full_name}}, tempPassword}`; the password and the sessions
 * that the account had are over by then. Who may is decided by `begin_password_issue` (docs/product/accounts.md).
 */
export const issueTemporaryPassword = endpoint(async (body, context) => {
  const { userId } = body
  if (!isUuid(userId)) throw invalidRequest()
  return issuePassword(context, userId, temporaryPassword(context.randomBytes))
})
