import { cx } from '#web/ui/cx.ts'

/** The date in a cell, for the eyes; today's on a ring of brand colour, so that it is seen without the colour of the chosen one. */
export function DayNumber({
  day,
  today,
  chosen,
  outside = false,
}: {
  day: string
  today: boolean
  chosen: boolean
  outside?: boolean
}) {
  return (
    <span
      aria-hidden
      className={cx(
        'inline-flex size-7 items-center justify-center rounded-full text-meta tabular-nums',
        today ? 'bg-action font-semibold text-white' : chosen ? 'font-semibold text-brand-800' : null,
        outside && !today && 'text-ink-3',
      )}
    >
      {Number(day.slice(8))}
    </span>
  )
}
