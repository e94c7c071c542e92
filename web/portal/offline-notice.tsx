import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Says that the screen may be out of date, while the device has no network. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div role="status" className="no-print">
      {!online && (
        <p className="flex items-center gap-2 bg-pend-soft px-4 py-2.5 text-meta text-pend md:px-10">
          <WifiOff aria-hidden className="size-4.5" />
          Sin conexión. Lo que ves puede no estar actualizado.
        </p>
      )}
    </div>
  )
}
