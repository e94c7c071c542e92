import { errorMessage } from '#web/copy/errors.ts'
import { type ErrorCode, toAppError } from '#web/data/errors.ts'
import { toast } from './toast.ts'

/** Shows a failure in the words of its code. `code` names what was being done when the failure is no AppError yet. */
export function toastError(failure: unknown, code: ErrorCode): void {
  toast({ ...errorMessage(toAppError(failure, code)), variant: 'destructive' })
}
