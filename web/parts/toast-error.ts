import { type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { toast } from '#web/ui/toast.ts'

/** Shows a failure in the words of its code. `code` names what was being done when the failure is no AppError yet. */
export function toastError(failure: unknown, code: ErrorCode): void {
  toast({ ...errorMessage(toAppError(failure, code)), variant: 'destructive' })
}
