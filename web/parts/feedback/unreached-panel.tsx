import type { ErrorReason } from '#web/backend/errors.ts'
import { afterFailedLoad } from '#web/copy/errors.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Card } from '#web/ui/panel.tsx'

/** In place of what could not be reached: what to do about it, and 'Reintentar'. */
export function UnreachedPanel({
  reason = 'network',
  onRetry,
}: {
  reason?: ErrorReason
  onRetry: () => unknown
}) {
  return (
    <Card className="overflow-clip">
      <LoadError message={afterFailedLoad(reason)} onRetry={() => void onRetry()} />
    </Card>
  )
}
