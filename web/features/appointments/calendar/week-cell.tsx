import { Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { AgendaRow } from '#domain/agenda.ts'
import { longDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AppointmentBlock } from './appointment-block.tsx'
import type { As } from './appointment-words.ts'
import { GridCell } from './grid.tsx'
import { NowLine } from './now-line.tsx'

const shown = 3

/** One half hour of one day. Enter opens its appointment, books it when free, or opens the day when there are several. */
export function WeekCell({
  day,
  slot,
  loading,
  as,
  active,
  today,
  now,
  onActivate,
  onOpenDay,
  onOpen,
  onNew,
}: {
  day: string
  /** Null when the clinic is closed then. */
  slot: AgendaRow<CalendarAppointment> | null
  loading: boolean
  as: As
  active: boolean
  today: boolean
  /** The clock (HH:mm) where it may stand in this cell. */
  now: string | null
  onActivate: () => void
  onOpenDay: () => void
  onOpen: (appointment: CalendarAppointment) => void
  onNew: ((day: string, time: string) => void) | null
}) {
  const appointments = slot?.appointments ?? []
  const book = slot?.free && onNew ? () => onNew(day, slot.time) : null
  const more = appointments.length - shown

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    const [only, ...others] = appointments
    if (only === undefined) book?.()
    else if (others.length > 0 || book) onOpenDay()
    else onOpen(only)
  }

  return (
    <GridCell
      active={active}
      aria-selected={active}
      onChoose={onActivate}
      onKeyDown={onKeyDown}
      className={cx(
        'relative h-11 border-t border-l border-line p-0.5 align-top',
        slot === null ? 'bg-sunken' : today && 'bg-brand-50',
      )}
    >
      {slot && now && <NowLine time={slot.time} now={now} />}
      {slot === null && <span className="sr-only">Cerrado</span>}
      {loading && slot && <Skeleton className="h-9 w-full" />}
      <div className="grid grid-cols-1 gap-0.5">
        {appointments.slice(0, shown).map((appointment) => (
          <AppointmentBlock
            key={appointment.id}
            appointment={appointment}
            as={as}
            about
            time={slot?.time || appointment.appointment_time === null ? 'none' : 'shown'}
            onOpen={() => onOpen(appointment)}
          />
        ))}
        {more > 0 && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`+${more} más el ${longDay(day)}`}
            onClick={onOpenDay}
            className="px-1.5 py-0.5 text-left text-[0.8125rem]/tight font-semibold text-brand-700 hover:underline pointer-coarse:min-h-11"
          >
            +{more} más
          </button>
        )}
        {book && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Nueva cita a las ${formatTime(slot?.time ?? null)}`}
            onClick={book}
            className={cx(
              'flex w-full items-center justify-center rounded-tag text-brand-700 opacity-0 transition hover:bg-brand-100 hover:opacity-100 pointer-coarse:opacity-45 in-focus-visible:opacity-100',
              appointments.length > 0 ? 'h-5' : 'h-10',
              'pointer-coarse:h-11',
            )}
          >
            <Plus aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </GridCell>
  )
}
