import { toAppError } from '#web/backend/errors.ts'
import { toast } from '#web/ui/toast.ts'

/** Says in the words of docs/product/errors.md what could not be kept, or why in the database's own. They load with the viewer. */
export function sayFailed(failure: unknown, words: string): void {
  const { detail } = toAppError(failure, 'update_study')
  toast({ title: 'Error', description: detail ?? words, variant: 'destructive' })
}
