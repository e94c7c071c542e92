import type { Tone } from '#domain/tone.ts'
import type { CalendarCita } from '#web/queries/citas.ts'
import { cx } from '#web/ui/cx.ts'
import { citaLook } from './cita-words.ts'

const dots: Record<Tone, string> = {
  orange: 'bg-pend-strong',
  green: 'bg-ok-strong',
  blue: 'bg-info-strong',
  red: 'bg-bad-strong',
  grey: 'bg-neu-strong',
}

/** How busy a day is, on a small screen: up to three dots, above that the number. */
export function DayDots({ citas }: { citas: readonly CalendarCita[] | undefined }) {
  const held = citas?.map(citaLook).filter(({ cancelled }) => !cancelled) ?? []
  if (held.length > 3) {
    return (
      <span aria-hidden className="block text-tag font-semibold text-brand-700 tabular-nums">
        {held.length}
      </span>
    )
  }
  return (
    <span aria-hidden className="flex h-4 items-center justify-center gap-0.75">
      {citas === undefined && <span className="shimmer size-1.5 animate-shimmer rounded-full" />}
      {held.map(({ tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity
        <span key={index} className={cx('size-1.5 rounded-full', dots[tone])} />
      ))}
    </span>
  )
}
