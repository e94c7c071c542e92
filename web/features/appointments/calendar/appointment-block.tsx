import { UsersRound } from 'lucide-react'
import { use } from 'react'
import { isOverbooked, isWarned } from '#domain/appointment-badges.ts'
import { formatTime } from '#domain/slots.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { iconOf, toneLook } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { type As, appointmentLook, appointmentWords, badgesOf } from './appointment-words.ts'
import { OutsideContext } from './outside-context.ts'

/**
 * An appointment in a narrow column; its full text is the tooltip
 * and the accessible name. The keyboard reaches it through its cell.
 */
export function AppointmentBlock({
  appointment,
  as,
  about = false,
  time = 'shown',
  onOpen,
}: {
  appointment: CalendarAppointment
  as: As
  /** With a second line. */
  about?: boolean
  /** `none` where the row already says it. */
  time?: 'shown' | 'none'
  onOpen: () => void
}) {
  const { label, tone, cancelled, done } = appointmentLook(appointment)
  const { ground, text } = toneLook[tone]
  const Icon = iconOf(tone, appointment.status)
  const isOutside = use(OutsideContext)(appointment)
  const badges = as === 'doctor' ? badgesOf(appointment, isOutside) : []
  // Where it stands without its words it is that of a list, not the clock of 'Pendiente'.
  const isFull = isOverbooked(appointment, isOutside) && !isWarned(appointment)
  const SignIcon = isFull ? UsersRound : toneLook.orange.Icon
  const words = appointmentWords(appointment, as)
  /** What a patient looks for, the study, below its icon where there is no room beside it; the doctor has none then. Likewise a patient's name on a tablet. */
  const tight = about && as === 'patient'
  const start = formatTime(appointment.appointment_time)
  return (
    <button
      type="button"
      tabIndex={-1}
      title={`${start}, ${words.title}, ${words.about}, ${[label, ...badges].join(', ')}`}
      onClick={onOpen}
      className={cx(
        about && (tight ? 'max-xl:flex-wrap' : 'max-md:flex-wrap'),
        'flex w-full min-w-0 items-start gap-1 rounded-tag px-1.5 py-0.75 text-left max-xl:gap-0.5 max-xl:px-1 text-[0.8125rem]/tight transition hover:brightness-95 pointer-coarse:min-h-11',
        cancelled
          ? 'bg-sunken text-ink-3'
          : done
            ? 'bg-surface text-ok ring-1 ring-line ring-inset'
            : cx(ground, text),
      )}
    >
      <span className="mt-px grid shrink-0 gap-0.5">
        <Icon aria-hidden className="size-3.25" style={{ strokeWidth: 2.25 }} />
        {/* Where its words have no room it needs no line of its own either. */}
        {badges.length > 0 && <SignIcon aria-hidden className="size-3.25 text-pend xl:hidden" />}
      </span>
      <span className={cx('min-w-0 flex-1', about && (tight ? 'max-xl:basis-full' : 'max-md:basis-full'))}>
        <span
          className={cx(
            time === 'none' && words.short
              ? 'block truncate xl:line-clamp-3 xl:wrap-break-word xl:whitespace-normal'
              : 'line-clamp-2 wrap-break-word xl:line-clamp-3',
            cancelled && 'line-through',
          )}
        >
          <span className={time === 'shown' ? 'font-semibold tabular-nums' : 'sr-only'}>{start}</span>
          <span className="sr-only">,</span>{' '}
          <span className={cancelled ? undefined : 'text-ink'}>
            <Short whole={words.title} short={words.short} always={as === 'patient'} />
          </span>
        </span>
        <span className="sr-only">, </span>
        <span
          className={
            about ? cx('block truncate text-ink-2', tight ? 'max-xl:sr-only' : 'max-md:sr-only') : 'sr-only'
          }
        >
          <Short whole={words.about} short={words.shortAbout} always={about} />
        </span>
        <span className="sr-only">, {label}</span>
        {badges.length > 0 && (
          <span className="flex items-start gap-1 font-semibold text-pend max-xl:sr-only">
            <span className="sr-only">, </span>
            <SignIcon aria-hidden className="size-3.25 shrink-0" />
            <span className="line-clamp-2 min-w-0">{badges.join(', ')}</span>
          </span>
        )}
      </span>
    </button>
  )
}

/** One word below 1180 px or `always`, drawn and no text: read aloud is the whole. */
function Short({
  whole,
  short,
  always = false,
}: {
  whole: string
  short: string | undefined
  always?: boolean
}) {
  return (
    <>
      {short && (
        <span
          data-short={short}
          className={cx('before:content-[attr(data-short)]', !always && 'xl:hidden')}
        />
      )}
      <span className={short && (always ? 'sr-only' : 'max-xl:sr-only')}>{whole}</span>
    </>
  )
}
