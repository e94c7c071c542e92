import { useEffect, useEffectEvent } from 'react'
import { AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { toastError } from './toast-error.ts'

/**
 * A list that could not be read: said once in a message, and in its place with 'Reintentar'. `code` chooses the words,
 * whatever the part that failed is called.
 */
export function FailedLoad({
  error,
  code,
  onRetry,
}: {
  error: unknown
  code: ErrorCode
  onRetry: () => unknown
}) {
  const { reason, detail } = toAppError(error, code)
  const failure = new AppError(code, reason, detail)
  const say = useEffectEvent((_: unknown) => toastError(failure, code))
  useEffect(() => say(error), [error])
  return <LoadError message={errorMessage(failure).description} onRetry={() => void onRetry()} />
}
