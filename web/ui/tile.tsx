import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** The look of a tile; put it on a `Link` (patient's home) around `TileContent`. */
export const tileStyle = cx(
  'flex min-w-0 flex-col items-start gap-2.5 rounded-panel border border-line bg-surface p-3.5 text-left shadow-1 transition sm:flex-row sm:items-center sm:gap-3.5',
  'hover:border-brand-200 hover:shadow-2',
)

/** Icon, name and the next relevant fact of a tile. */
export function TileContent({ icon, title, fact }: { icon: ReactNode; title: string; fact?: ReactNode }) {
  return (
    <>
      <span
        aria-hidden
        className="inline-flex size-10 shrink-0 items-center justify-center rounded-small bg-brand-100 text-brand-800"
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

/** A number that opens its list: the summary cards of the doctor's home. `value` null shows a grey bar. */
export function MetricTile({
  label,
  value,
  fact,
  icon,
  onClick,
}: {
  label: string
  value: number | string | null
  fact?: ReactNode
  icon: ReactNode
  onClick: () => void
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="grid min-w-0 grid-cols-[1fr_auto] content-start gap-0.5 rounded-panel border border-line bg-surface p-3.5 text-left shadow-1 transition hover:border-brand-200 hover:shadow-2 sm:px-4.5 sm:py-4"
    >
      <span className="text-meta font-semibold text-ink-2">{label}</span>
      <span aria-hidden className="hidden text-ink-3 sm:block">
        {icon}
      </span>
      <span className="col-span-full text-metric tabular-nums">
        {value ?? (
          <span className="shimmer inline-block h-7 w-10 animate-shimmer rounded-thumb align-middle" />
        )}
      </span>
      <span className="col-span-full min-h-5 text-meta text-ink-3">{fact}</span>
    </button>
  )
}
