import { Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { formatTime } from '#domain/slots.ts'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AppointmentLine } from './appointment-line.tsx'
import type { As } from './appointment-words.ts'
import type { DayRow } from './day-rows.ts'
import { GridCell } from './grid.tsx'
import { NowLine } from './now-line.tsx'

const insideStyle = 'flex min-h-12 w-full items-center px-3 py-2 text-left transition sm:px-4'

/** One line of the day: its time, and its appointment or a way to book. Enter works like a click. */
export function DayLine({
  row: { time, appointment, bookable },
  repeated,
  loading,
  as,
  now,
  active,
  onActivate,
  onOpen,
  onBook,
}: {
  row: DayRow
  /** The line before has the same time. */
  repeated: boolean
  loading: boolean
  as: As
  /** The clock (HH:mm) on the day that is today. */
  now: string | null
  active: boolean
  onActivate: () => void
  onOpen: (appointment: CalendarAppointment) => void
  onBook: (time: string) => void
}) {
  const act = appointment ? () => onOpen(appointment) : bookable && time ? () => onBook(time) : undefined

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    act?.()
  }

  return (
    <tr className="flex">
      <th
        scope="row"
        className="w-24 shrink-0 border-r border-line py-3.5 pr-3 text-right text-meta font-normal whitespace-nowrap text-ink-2 tabular-nums"
      >
        <span className={cx(repeated && 'sr-only')}>{formatTime(time)}</span>
      </th>
      <GridCell
        active={active}
        onChoose={onActivate}
        onKeyDown={onKeyDown}
        className="relative min-w-0 flex-1"
      >
        {now && time && !repeated && <NowLine time={time} now={now} />}
        {act ? (
          <button
            type="button"
            tabIndex={-1}
            onClick={act}
            className={cx(
              insideStyle,
              appointment
                ? 'hover:bg-sunken'
                : 'gap-2 text-meta text-ink-3 hover:bg-brand-50 hover:text-brand-700',
            )}
          >
            {appointment ? (
              <AppointmentLine appointment={appointment} as={as} />
            ) : (
              <>
                <Plus aria-hidden className="size-4.5" />
                <span>
                  Nueva cita<span className="sr-only"> a las {formatTime(time)}</span>
                </span>
              </>
            )}
          </button>
        ) : (
          <div className={insideStyle}>
            {loading ? <Skeleton className="h-5 w-48" /> : <span className="sr-only">Sin cita</span>}
          </div>
        )}
      </GridCell>
    </tr>
  )
}
