import type { AppError } from '#web/backend/errors.ts'

/** What to say at the field of a code that the authenticator app does not show now; null for any other failure. */
export function staleCode({ reason }: AppError): string | null {
  return reason === 'wrong_code' || reason === 'challenge_expired'
    ? 'Escribe el código que muestre ahora tu aplicación.'
    : null
}
