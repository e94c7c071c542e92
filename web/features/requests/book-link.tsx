import { CalendarCheck, CalendarPlus } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { parseRequestStatus } from '#domain/request-status.ts'
import { formatTime } from '#domain/slots.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { appointmentOf, type BookedRequest } from '#web/queries/requests.ts'
import { type ButtonSize, type ButtonVariant, buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

/** Whether `BookLink` says anything of it. */
export function isBookable(request: BookedRequest): boolean {
  return Boolean(appointmentOf(request)) || request.has_appointment || mayBook(request)
}

/** Whether `BookLink` leads to an appointment that is to be booked. */
export function mayBook(request: BookedRequest): boolean {
  const status = parseRequestStatus(request.status)
  return (
    !appointmentOf(request) && !request.has_appointment && (status === 'pendiente' || status === 'aceptada')
  )
}

/**
 * 'Agendar cita' of a request that can be booked, or 'Ver cita' and when it is; nothing to press for a rejected one and one that
 * another doctor booked. `to` is the
 * page's address, a doctor's unless said otherwise.
 */
export function BookLink({
  request,
  to = paths.bookRequest(request.id),
  inTable = false,
  bare = false,
  size = 'compact',
  variant = size === 'compact' ? 'soft' : 'primary',
}: {
  request: BookedRequest
  to?: string
  /** Of requests: a row of three columns has room for words alone. */
  inTable?: boolean
  /** Without when it is. */
  bare?: boolean
  size?: ButtonSize
  /** Of 'Agendar cita'. */
  variant?: ButtonVariant
}) {
  const origin = useAsOrigin()
  const appointment = appointmentOf(request)
  if (appointment) {
    return (
      <span className="inline-flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {!bare && (
          <span
            className={cx(
              'text-meta whitespace-nowrap text-ink-2 tabular-nums',
              inTable && 'hidden table:inline',
            )}
          >
            {`${formatDay(appointment.appointment_date)}, ${formatTime(appointment.appointment_time)}`}
          </span>
        )}
        <Link to={paths.appointment(appointment.id)} className={buttonStyle('secondary', size)}>
          <CalendarCheck aria-hidden className="size-4.5" />
          Ver cita
        </Link>
      </span>
    )
  }
  if (request.has_appointment)
    return (
      <span
        className={cx('text-meta text-ink-2', inTable && 'card:max-w-24 card:text-right table:max-w-none')}
      >
        Con cita de otro doctor
      </span>
    )
  if (!mayBook(request)) return null
  return (
    <Link to={to} state={origin} className={buttonStyle(variant, size)}>
      <CalendarPlus aria-hidden className={cx('size-4.5', inTable && 'card:hidden table:block')} />
      Agendar cita
    </Link>
  )
}
