import { RotateCw, TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

/** What a panel says when its data could not be read; nothing else on the screen is lost. */
export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
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
