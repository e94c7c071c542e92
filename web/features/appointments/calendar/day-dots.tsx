import type { Tone } from '#domain/tone.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { cx } from '#web/ui/cx.ts'
import { appointmentLook } from './appointment-words.ts'

const dots: Record<Tone, string> = {
  orange: 'bg-pend-strong',
  green: 'bg-ok-strong',
  blue: 'bg-info-strong',
  red: 'bg-bad-strong',
  grey: 'bg-neu-strong',
}

/** How busy a day is, on a small screen: up to three dots, above that the number. */
export function DayDots({ appointments }: { appointments: readonly CalendarAppointment[] | undefined }) {
  const held = appointments?.map(appointmentLook).filter(({ cancelled }) => !cancelled) ?? []
  if (held.length > 3) {
    return (
      <span aria-hidden className="block text-chip text-brand-700 tabular-nums">
        {held.length}
      </span>
    )
  }
  return (
    <span aria-hidden className="flex h-4 items-center justify-center gap-0.75">
      {appointments === undefined && <span className="shimmer size-1.5 animate-shimmer rounded-full" />}
      {held.map(({ tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots have no identity
        <span key={index} className={cx('size-1.5 rounded-full', dots[tone])} />
      ))}
    </span>
  )
}
