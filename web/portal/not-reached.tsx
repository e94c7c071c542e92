import type { ErrorReason } from '#web/backend/errors.ts'
import { afterFailedLoad } from '#web/copy/errors.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Card } from '#web/ui/panel.tsx'

/** In place of a screen that could not be reached: its title, why, and 'Reintentar'. */
export function NotReached({
  title,
  reason,
  onRetry,
}: {
  title: string
  reason: ErrorReason
  onRetry: () => unknown
}) {
  return (
    <>
      <h1 tabIndex={-1} className="mb-4 flex min-h-11 items-center text-page sm:mb-6">
        {title}
      </h1>
      <Card className="overflow-clip">
        <LoadError message={afterFailedLoad(reason)} onRetry={() => void onRetry()} />
      </Card>
    </>
  )
}
