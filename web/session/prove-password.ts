import { AppError } from '#web/backend/errors.ts'
import { authenticate } from './session.ts'

/**
 * Shows the server that whoever sits here knows the account's password, as it asks before a password or a second factor
 * changes: signs in anew, in the place of the present session. Throws an AppError `prove_password`; reason `credentials`
 * when the password is wrong.
 */
export function provePassword(password: string): Promise<void> {
  return authenticate('prove_password', async ({ auth }) => {
    const { session: before } = (await auth.getSession()).data
    if (!before?.user.email) throw new AppError('prove_password', 'session')
    const { error } = await auth.signInWithPassword({ email: before.user.email, password })
    if (error) return error
    // Nobody uses it any more. Where this fails it ends by itself one day.
    await auth.admin.signOut(before.access_token, 'local').catch(() => null)
    return null
  })
}
