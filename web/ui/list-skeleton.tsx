import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Card } from './panel.tsx'
import { Skeleton } from './skeleton.tsx'

/** A table that is on its way: its head and rows on wide screens, lines of two words on small ones, with a button below them or without. */
export function SkeletonTable({
  columns,
  rows,
  action = false,
}: {
  columns: number
  rows: number
  action?: boolean
}) {
  return (
    <Waiting>
      <div className="hidden h-10 bg-sunken table:block" />
      <div className="divide-y divide-line">
        {times(rows).map((row) => (
          <div
            key={row}
            className="grid gap-2.5 px-4.5 py-4 table:flex table:h-16 table:items-center table:gap-6 table:py-0"
          >
            {times(columns).map((column) => (
              <div
                key={column}
                className={cx(
                  'justify-between gap-6 table:flex table:flex-1',
                  column < 2 ? 'flex' : 'hidden',
                )}
              >
                <div className={column === 0 ? 'w-3/5 table:w-4/5' : 'w-2/5 table:w-3/5'}>
                  <Skeleton className={column === 0 ? 'h-4.5' : 'h-3.5'} />
                </div>
              </div>
            ))}
            {action && (
              <div className="justify-self-end table:hidden">
                <Skeleton className="h-9 w-32" />
              </div>
            )}
          </div>
        ))}
      </div>
    </Waiting>
  )
}

/** The search of a list on its way, with what narrows it (filters.tsx): `selects` in one line where they fit, before that 'Filtros'. */
export function SkeletonFilters({
  selects,
  many = false,
  short = false,
  className,
}: {
  selects: number
  /** They need more room than a tablet has. */
  many?: boolean
  /** The list is mostly so short that a phone has no 'Filtros'. */
  short?: boolean
  className?: string
}) {
  const [narrow, wide] = many
    ? ['min-[85rem]:hidden', 'max-[85rem]:hidden']
    : ['min-[46.5rem]:hidden', 'max-[46.5rem]:hidden']
  return (
    <div className={cx('flex gap-3', className)}>
      <div className="flex-1">
        <Skeleton className="h-12" />
      </div>
      {!short && (
        <div className={narrow}>
          <Skeleton className="h-12 w-29" />
        </div>
      )}
      {times(selects).map((at) => (
        <div key={at} className={wide}>
          <Skeleton className="h-12 w-50" />
        </div>
      ))}
    </div>
  )
}

/** Cards that are on their way: icon, two lines, and what stands below, or `card`. `className` is the grid that they lie in. */
export function SkeletonCards({
  cards,
  className,
  card = <SkeletonCard />,
}: {
  cards: number
  className: string
  card?: ReactNode
}) {
  return (
    <Waiting className={cx('grid', className)}>
      {times(cards).map((at) => (
        <div key={at}>{card}</div>
      ))}
    </Waiting>
  )
}

/** `wordy`: two lines of words where there is little room. */
export function SkeletonCard({ wordy = false }: { wordy?: boolean }) {
  return (
    <div className="grid gap-4 rounded-panel border border-line bg-surface p-4.5 shadow-1">
      <div className="flex items-start gap-3.5">
        <Skeleton className="size-12" />
        <div className="grid flex-1 gap-2 pt-1">
          <Skeleton className="h-4.5 w-3/5" />
          <Skeleton className="h-3.5 w-4/5" />
          {wordy && (
            <div className="xl:hidden">
              <Skeleton className="h-3.5 w-2/5" />
            </div>
          )}
        </div>
      </div>
      <Skeleton className="h-9 w-28 justify-self-end" />
    </div>
  )
}

/** A figure on its way: its label, the number, and what it says. `className` is its height. */
export function SkeletonFigure({ className }: { className: string }) {
  return (
    <Card className={cx('grid content-start gap-0.5 p-3.5 sm:px-4.5 sm:py-4', className)}>
      <SkeletonLine text="text-meta" bar="h-3.5 w-3/5" />
      <SkeletonLine text="text-metric" bar="h-7 w-10" />
      <SkeletonLine text="text-meta" bar="h-3.5 w-4/5" />
    </Card>
  )
}

/** In the middle of a line of such text. */
function SkeletonLine({ text, bar }: { text: string; bar: string }) {
  return (
    <div className={cx('flex h-[1lh] items-center *:flex-1', text)}>
      <Skeleton className={bar} />
    </div>
  )
}

function Waiting({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">Cargando...</span>
      {children}
    </div>
  )
}

/** Placeholders have no identity and never move. */
function times(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at)
}
