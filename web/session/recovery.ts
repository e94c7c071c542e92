import { authenticate } from './session.ts'

/**
 * Asks for the recovery message. Answers the same whether or not the e-mail has an
 * account. Throws an AppError `ask_recovery`; reason `limit` with the seconds to wait.
 */
export function askRecovery(email: string): Promise<void> {
  return authenticate(
    'ask_recovery',
    async ({ auth }) => (await auth.resetPasswordForEmail(email.trim())).error,
  )
}

/**
 * Opens a session with the token of such a message's link, and spends it. Throws `open_recovery_link`; reason `link_expired`,
 * `closed` or `temp_expired`.
 */
export function openRecoveryLink(token: string): Promise<void> {
  return authenticate(
    'open_recovery_link',
    async ({ auth }) => (await auth.verifyOtp({ type: 'recovery', token_hash: token })).error,
  )
}

/** Opens a session with the code of such a message. Throws `check_recovery_code`; reason `link_expired`. */
export function checkRecoveryCode(email: string, code: string): Promise<void> {
  return authenticate('check_recovery_code', async ({ auth }) => {
    const token = code.replaceAll(/\D/g, '')
    return (await auth.verifyOtp({ type: 'recovery', email: email.trim(), token })).error
  })
}

/** Kept in session storage while the person looks for the message; gone with the session. */
const emailKey = 'recovery-email'

export const rememberedEmail = {
  get: (): string => sessionStorage.getItem(emailKey) ?? '',
  set: (email: string): void => {
    if (email.trim()) sessionStorage.setItem(emailKey, email.trim())
    else sessionStorage.removeItem(emailKey)
  },
}
