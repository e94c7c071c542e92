import { use } from 'react'
import { AppointmentBadges } from '#web/parts/appointments/appointment-badges.tsx'
import type { CalendarAppointment } from '#web/queries/appointments.ts'
import { StatusChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { type As, appointmentLook, appointmentWords } from './appointment-words.ts'
import { OutsideContext } from './outside-context.ts'

/** An appointment with room for everything: who, what and its status. The time stands beside it. */
export function AppointmentLine({ appointment, as }: { appointment: CalendarAppointment; as: As }) {
  const { title, about } = appointmentWords(appointment, as)
  const { cancelled } = appointmentLook(appointment)
  const isOutside = use(OutsideContext)(appointment)
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <span className="min-w-0">
        <span className={cx('block font-semibold wrap-break-word', cancelled && 'text-ink-3 line-through')}>
          {title}
        </span>
        <span className="block text-meta wrap-break-word text-ink-3">{about}</span>
      </span>
      <span className="flex flex-wrap gap-1.5">
        {as === 'doctor' && <AppointmentBadges appointment={appointment} isOutside={isOutside} />}
        <StatusChip of="appointment" status={appointment.status} />
      </span>
    </span>
  )
}
