import { useEffect, useEffectEvent } from 'react'
import { AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { afterFailedLoad } from '#web/copy/errors.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { toastError } from '../feedback/toast-error.ts'

/**
 * A read that failed: a message once, and in its place what to do, with 'Reintentar'. `code` chooses the words, whatever the
 * request that failed is called. Only for a part that is drawn while it loads; others use `Loaded` or a list of `list.tsx`.
 */
export function FailedLoad({
  error,
  code,
  announced,
  lacks = '',
  onRetry,
}: {
  error: unknown
  code: ErrorCode
  /** Another part of the screen already shows the message. */
  announced?: boolean
  /** What is missing, as a sentence, where nothing around it says so. */
  lacks?: string
  onRetry: () => unknown
}) {
  const { reason, detail } = toAppError(error, code)
  const failure = new AppError(code, reason, detail)
  const say = useEffectEvent((_: unknown) => {
    if (!announced) toastError(failure, code)
  })
  useEffect(() => say(error), [error])
  return <LoadError message={`${lacks} ${afterFailedLoad(reason)}`.trim()} onRetry={() => void onRetry()} />
}
