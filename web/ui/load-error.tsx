import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** Shown in a panel whose data could not be read; the rest of the screen stays. */
export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        isBad
        icon={<TriangleAlert className="size-6" />}
        action={
          <Button
            data-retry
            size="compact"
            icon={<RotateCw aria-hidden className="size-4.5" />}
            onClick={onRetry}
          >
            Reintentar
          </Button>
        }
      >
        {message}
      </EmptyState>
    </div>
  )
}
