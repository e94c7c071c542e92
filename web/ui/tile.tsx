import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** The look of a large tile; put it on a `Link` (patient's home) around `TileContent`. */
export const tileStyle = cx(
  'flex min-w-0 items-center gap-4 rounded-panel border border-line bg-surface p-4.5 text-left shadow-1 transition',
  'hover:border-brand-200 hover:shadow-2',
)

/** Icon, name and the next relevant fact of a tile. */
export function TileContent({ icon, title, fact }: { icon: ReactNode; title: string; fact?: ReactNode }) {
  return (
    <>
      <span
        aria-hidden
        className="inline-flex size-12 shrink-0 items-center justify-center rounded-field bg-brand-100 text-brand-800"
      >
        {icon}
      </span>
      <span className="min-w-0">
        <span className="block text-panel">{title}</span>
        {fact && <span className="mt-1 block text-meta text-ink-3">{fact}</span>}
      </span>
    </>
  )
}
