import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, MapPin } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { addressLine } from '#domain/appointment-message.ts'
import { dayAndMonth, dayFrom } from '#domain/days.ts'
import { withArticle } from '#domain/person.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
import { theTime } from '#domain/spoken-time.ts'
import type { PublicClinic } from '#web/backend/config.ts'
import { useClinicSlot, useClinicZone } from '#web/hooks/clock.ts'
import { AddToCalendar } from '#web/parts/appointments/add-to-calendar.tsx'
import { ChangeByLink } from '#web/parts/appointments/change-by-link.tsx'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { RequestStudy } from '#web/parts/studies/request-study.tsx'
import { type AppointmentWithPeople, nextAppointmentQuery } from '#web/queries/appointments.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { preparationQuery } from '#web/queries/services.ts'
import { useProfile } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * A patient's next appointment as a sentence, with the way there; without one, how to ask for it (docs/product/dashboard.md). `alone`
 * for somebody without results, who reads in it what will come.
 */
export function NextVisit({ alone = false }: { alone?: boolean }) {
  const heading = useId()
  const { id } = useProfile()
  const appointment = useQuery(nextAppointmentQuery(id, useClinicSlot()))
  const { data: clinic } = useQuery(clinicQuery())
  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col">
      <h2 id={heading} className="mb-3 text-panel">
        Tu próxima cita
      </h2>
      <Loaded query={appointment} code="load_appointments" inCard skeleton={<NextVisitSkeleton />}>
        {(next) => (
          <Card className="flex flex-1 flex-col gap-4 p-4.5">
            {next ? (
              <Visit appointment={next} clinic={clinic} alone={alone} />
            ) : (
              <NoVisit clinic={clinic} alone={alone} />
            )}
            {alone && (
              <div className="mt-auto border-t border-line pt-4">
                <h3 className="mb-1 font-semibold">Tus resultados</h3>
                <p className="text-ink-2">
                  Todavía no tienes resultados. Aparecerán aquí en cuanto tu clínica los publique.
                </p>
              </div>
            )}
          </Card>
        )}
      </Loaded>
    </section>
  )
}

function Visit({
  appointment,
  clinic,
  alone,
}: {
  appointment: AppointmentWithPeople
  clinic: PublicClinic | undefined
  alone: boolean
}) {
  const { day: today } = useClinicSlot()
  const zone = useClinicZone()
  const study = appointment.study_type
  const { data: preparation } = useQuery(preparationQuery(study ?? ''))
  const day = appointment.appointment_date
  const time = appointment.appointment_time
  const doctor = appointment.doctor?.full_name ?? appointment.doctor_name
  return (
    <>
      <p className="text-card text-pretty tabular-nums lg:text-page">
        Te esperamos <b className="text-brand-700 [font:inherit]">{dayFrom(today, day)}</b>
        {/* 'p. m.' ends the sentence. */}
        {time ? ` a ${theTime(time)}` : '.'}
      </p>
      <p className="-mt-2 text-ink-2 wrap-break-word">
        {[study ?? 'Estudio por definir', doctor && `con ${withArticle(doctor)}`].filter(Boolean).join(' ')}
        {dayFrom(today, day).startsWith('el') ? '' : `, ${dayAndMonth(day)}`}.
      </p>
      {preparation && (
        <p className="rounded-field bg-sunken px-3.5 py-3 text-meta whitespace-pre-line wrap-break-word">
          <b className="font-semibold">Cómo prepararte: </b>
          {preparation}
        </p>
      )}
      {clinic && (
        <Place clinic={clinic} alone={alone}>
          <AddToCalendar appointment={appointment} as="patient" clinic={clinic} zone={zone} />
          <ChangeByLink id={appointment.id} />
        </Place>
      )}
    </>
  )
}

function NoVisit({ clinic, alone }: { clinic: PublicClinic | undefined; alone: boolean }) {
  return (
    <>
      <p className="text-ink-2">No tienes próximas citas.</p>
      {clinic && (
        <Place clinic={clinic} alone={alone}>
          <RequestStudy variant={alone ? 'primary' : 'secondary'} />
        </Place>
      )}
    </>
  )
}

/** Where the clinic is and how to call it, above what can be done. */
function Place({ clinic, alone, children }: { clinic: PublicClinic; alone: boolean; children: ReactNode }) {
  const link =
    'inline-flex items-center gap-1 font-semibold text-brand-700 underline-offset-4 hover:underline touch-target'
  return (
    <>
      <div className="flex gap-3 text-meta text-ink-2">
        <MapPin aria-hidden className="mt-0.5 size-4.5 text-brand-700" />
        <div className="min-w-0">
          <address className="not-italic wrap-break-word">{addressLine(clinic.address)}</address>
          <p className="mt-1 flex flex-wrap gap-x-5">
            <a href={clinic.mapUrl} target="_blank" rel="noopener noreferrer" className={link}>
              Cómo llegar
              <ArrowUpRight aria-hidden className="size-4" />
              <span className="sr-only"> (mapa, se abre en otra pestaña)</span>
            </a>
            <a href={phoneForms(clinic.phone).tel} className={`${link} tabular-nums`}>
              <span className="sr-only">Llamar al </span>
              {phoneText(clinic.phone)}
            </a>
          </p>
        </div>
      </div>
      <div className={cx('flex flex-wrap gap-2 *:max-sm:flex-1', !alone && 'md:*:flex-1')}>{children}</div>
    </>
  )
}

function NextVisitSkeleton() {
  return (
    <Card className="grid gap-4 p-4.5">
      <Skeleton className="h-6 w-full max-w-72" />
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-16 w-full" />
    </Card>
  )
}
