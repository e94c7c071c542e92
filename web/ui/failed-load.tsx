import { useEffect, useEffectEvent } from 'react'
import { errorMessage } from '#web/copy/errors.ts'
import { type ErrorCode, toAppError } from '#web/data/errors.ts'
import { LoadError } from './load-error.tsx'
import { toastError } from './toast-error.ts'

/** A list that could not be read: said once in a message, and in its place with 'Reintentar'. */
export function FailedLoad({
  error,
  code,
  onRetry,
}: {
  error: unknown
  code: ErrorCode
  onRetry: () => unknown
}) {
  const say = useEffectEvent((failure: unknown) => toastError(failure, code))
  useEffect(() => say(error), [error])
  return (
    <LoadError message={errorMessage(toAppError(error, code)).description} onRetry={() => void onRetry()} />
  )
}
