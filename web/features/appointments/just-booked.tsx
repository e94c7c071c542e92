import { useQuery } from '@tanstack/react-query'
import { CircleCheck, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { longDay } from '#domain/days.ts'
import { paymentMethods } from '#domain/payment.ts'
import { formatTime } from '#domain/slots.ts'
import { useClinicZone } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { ShareAppointment } from '#web/parts/appointments/share-appointment.tsx'
import { type AppointmentWithPeople, appointmentQuery, patientOf } from '#web/queries/appointments.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Card } from '#web/ui/panel.tsx'

/** What 'Nueva Cita' booked, with what is done next: tell the patient, register a payment (docs/product/appointments.md). */
export function JustBooked({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: appointment } = useQuery(appointmentQuery(id))
  return appointment ? <Facts appointment={appointment} onClose={onClose} /> : null
}

function Facts({ appointment, onClose }: { appointment: AppointmentWithPeople; onClose: () => void }) {
  const { data: clinic } = useQuery(clinicQuery())
  const zone = useClinicZone()
  const title = useId()
  const place = useRef<HTMLDivElement>(null)
  // It was booked from further down, such as from a day of the calendar.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { patient_id, study_type, appointment_date, appointment_time } = appointment
  return (
    <section ref={place} aria-labelledby={title} className="mb-4">
      <Card className="p-4.5">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 id={title} className="flex items-center gap-2 text-panel">
              <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
              Cita agendada
            </h2>
            <p className="mt-1 text-balance text-ink-2 wrap-break-word tabular-nums">
              <Dotted
                parts={[
                  patientOf(appointment),
                  `${longDay(appointment_date)}, ${formatTime(appointment_time)}`,
                  study_type,
                ]}
              />
            </p>
          </div>
          <IconButton
            label="Quitar este aviso"
            icon={<X aria-hidden className="size-5" />}
            onClick={onClose}
          />
        </div>
        {clinic && (
          <ShareAppointment
            appointment={appointment}
            as="doctor"
            clinic={clinic}
            zone={zone}
            booked
            withLink
          />
        )}
        {patient_id && <Pay patientId={patient_id} study={study_type ?? ''} />}
      </Card>
    </section>
  )
}

/** 'Registrar pago' by how it was paid, which nobody can know but who took it. */
function Pay({ patientId, study }: { patientId: string; study: string }) {
  const title = useId()
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-5">
      <p id={title} className="text-label">
        Registrar pago
      </p>
      <ul aria-labelledby={title} className="flex flex-wrap gap-2">
        {paymentMethods.map((method) => (
          <li key={method}>
            <Link
              to={`${paths.paymentOf(patientId)}&${new URLSearchParams({ estudio: study, metodo: method })}`}
              className={buttonStyle('secondary', 'compact')}
            >
              {method}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
