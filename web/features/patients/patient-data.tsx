import { type ReactNode, Suspense } from 'react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { ContactLinks } from '#web/parts/people/contact-links.tsx'
import type { PatientRecord } from '#web/queries/profiles.ts'
import { cx } from '#web/ui/cx.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PatientReminders } from './patient-reminders.tsx'

// The record is the heaviest screen.
const access = loadLater(async () => (await import('./patient-access.tsx')).PatientAccess)

/** Personal data of a patient, as the account has them, and the ways to reach them. */
export function PatientData({ patient }: { patient: PatientRecord }) {
  const { day } = clinicMoment(patient.created_at, useClinicZone())
  return (
    <Panel
      title="Datos personales"
      footer={
        <Suspense fallback={<div className="h-11" />}>
          <access.Later patient={patient} />
        </Suspense>
      }
    >
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-4.5 py-3.5 lg:grid-cols-[auto_auto_minmax(0,1fr)_minmax(0,1.2fr)] lg:gap-x-10">
        <Term name="Edad">{patient.age === null ? 'No registrada' : `${patient.age} años`}</Term>
        <Term name="Paciente desde">
          <span className="tabular-nums">{formatDay(day)}</span>
        </Term>
        <Term name="Teléfono" wide>
          {patient.phone ? <Reach patient={patient} phone={patient.phone} /> : 'No registrado'}
        </Term>
        <Term name="Correo electrónico" wide>
          <Reach patient={patient} email={patient.email} />
        </Term>
      </dl>
      <PatientReminders id={patient.id} />
    </Panel>
  )
}

function Term({
  name,
  wide = false,
  children,
}: {
  name: string
  /** Takes the whole width of small screens. */
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div className={cx('min-w-0', wide && 'max-sm:col-span-2')}>
      <dt className="text-meta text-ink-3">{name}</dt>
      <dd className="flex min-h-9 items-center wrap-break-word pointer-coarse:min-h-11">{children}</dd>
    </div>
  )
}

function Reach({
  patient: { full_name: name },
  ...contact
}: {
  patient: PatientRecord
  phone?: string
  email?: string
}) {
  return <ContactLinks name={name} {...contact} />
}
