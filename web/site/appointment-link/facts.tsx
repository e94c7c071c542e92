import type { ReactNode } from 'react'
import { addressLine } from '#domain/appointment-message.ts'
import { appointmentStatusTones } from '#domain/appointment-status.ts'
import { dayInZone, instantInZone, longDay, timeInZone } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { LinkedAppointment } from '#web/backend/answers.ts'
import type { PublicClinic } from '#web/backend/config.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { CallLink } from '#web/ui/call-link.tsx'
import { Chip, iconOf } from '#web/ui/chip.tsx'
import { isOpen, statusWords } from './words.ts'

type Appointment = NonNullable<LinkedAppointment['cita']>

/** How an appointment stands, as its patient reads it. */
export function StateChip({ appointment }: { appointment: Appointment }) {
  const { status, warned } = appointment
  if (warned && isOpen(appointment)) return <Chip tone="orange">Avisaste que no podrás ir</Chip>
  const tone = appointmentStatusTones[status]
  return (
    <Chip tone={tone} Icon={iconOf(tone, status)}>
      {statusWords(status)}
    </Chip>
  )
}

/** Day and hour, which are the clinic's; a device in another zone is told so while that matters. */
export function Start({ appointment, zone }: { appointment: Appointment; zone: string }) {
  const { day, time } = appointment
  return (
    <div className="text-[1.375rem]/[1.2] font-[650]">
      <p className="text-balance first-letter:uppercase">{longDay(day)}</p>
      <p className="mt-1 tabular-nums">{formatTime(time)}</p>
      <p className="mt-1 text-meta font-normal text-ink-3">Hora de la clínica</p>
      {isOpen(appointment) && !isSameClock(appointment, zone) && (
        <p className="mt-1 text-meta font-semibold text-bad">Tu teléfono está en otra zona horaria.</p>
      )}
    </div>
  )
}

/** Whether the device's clock shows the clinic's hour at that start. */
function isSameClock({ day, time }: Appointment, zone: string): boolean {
  const start = instantInZone(day, time, zone)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return dayInZone(start, here) === day && time.startsWith(timeInZone(start, here))
}

/** With whom, for what and where, and how to get there or call. Whoever still chooses an hour has read the first two. */
export function Facts({ link, clinic }: { link: LinkedAppointment; clinic: PublicClinic }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-5">
        {link.cita && (
          <>
            <Fact name="Doctor">{link.doctor}</Fact>
            {link.study_type && <Fact name="Estudio">{link.study_type}</Fact>}
          </>
        )}
        <Fact name="Dirección">
          <span className="font-normal">{addressLine(clinic.address)}</span>
        </Fact>
      </dl>
      <p className="flex flex-wrap gap-2">
        <a href={clinic.mapUrl} rel="noreferrer" className={buttonStyle('secondary', 'normal', 'flex-auto')}>
          Cómo llegar
        </a>
        <CallLink phone={clinic.phone} className="flex-auto" />
      </p>
      {link.preparation && (
        <div>
          <h2 className="text-panel">Cómo prepararte</h2>
          <p className="mt-2 whitespace-pre-line">{link.preparation}</p>
        </div>
      )}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 font-semibold wrap-break-word">{children}</dd>
    </>
  )
}
