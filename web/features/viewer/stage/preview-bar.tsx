import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { previewWords } from '#web/copy/imaging.ts'

/** Stands over every preview: what it is, and how the whole study comes. */
export function PreviewBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b border-film-800 bg-film-900 px-3 py-0.5 text-chip/[1.3] font-normal text-film-ink-2 sm:justify-between">
      <p className="flex items-center gap-2 py-1 font-semibold text-film-ink">
        <Info aria-hidden className="size-4 text-signal max-sm:hidden" />
        {previewWords}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</div>
    </div>
  )
}
