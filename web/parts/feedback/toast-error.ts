import { type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { toast } from '#web/ui/toast.ts'

/**
 * Shows a failure in the words of its code; what somebody ended is not red, and no failure of its form. `code` names what was being
 * done when the failure is no AppError yet.
 */
export function toastError(failure: unknown, code: ErrorCode): void {
  const error = toAppError(failure, code)
  const message = errorMessage(error)
  const ended = error.reason === 'cancelled'
  toast({ ...message, variant: ended ? 'default' : 'destructive' })
  lastTold = ended ? null : message.description
}

let lastTold: string | null = null

/** What the last message of a failure said, once: for the form whose try it was. */
export function takeLastTold(): string | null {
  const told = lastTold
  lastTold = null
  return told
}
