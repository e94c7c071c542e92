import type { ReactNode } from 'react'
import { SpinnerIcon } from '#web/ui/spinner.tsx'

/** Something is on its way to the stage. */
export function Waiting({ label = 'Cargando...', children }: { label?: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 animate-late items-center justify-center p-5">
      <div className="grid w-full max-w-80 justify-items-center gap-4 text-film-ink-2">
        <SpinnerIcon className="size-7 text-signal" />
        <p role="status">{label}</p>
        {children}
      </div>
    </div>
  )
}
