import { AppError } from '#web/backend/errors.ts'
import { authenticate } from './session.ts'

/**
 * Proves to the server that the person knows the account's password, before a password or a second factor changes: signs in anew,
 * in place of the present session. Throws an AppError `prove_password`; reason `credentials` when the password is wrong.
 */
export function provePassword(password: string): Promise<void> {
  return authenticate('prove_password', async ({ auth }) => {
    const { session: before } = (await auth.getSession()).data
    if (!before?.user.email) throw new AppError('prove_password', 'session')
    const { error } = await auth.signInWithPassword({ email: before.user.email, password })
    if (error) return error
    // Nobody uses it any more. If this fails, it expires by itself.
    await auth.admin.signOut(before.access_token, 'local').catch(() => null)
    return null
  })
}
