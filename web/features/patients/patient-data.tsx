import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/data/clock.ts'
import type { Profile } from '#web/data/database.ts'
import { Panel } from '#web/ui/panel.tsx'

/** Personal data of a patient, as the account has them. */
export function PatientData({ patient }: { patient: Profile }) {
  const zone = useClinicZone()
  const terms: [term: string, value: ReactNode][] = [
    ['Correo electrónico', patient.email],
    ['Teléfono', patient.phone || 'No registrado'],
    ['Edad', patient.age === null ? 'No registrada' : `${patient.age} años`],
    ['Paciente desde', formatDay(clinicMoment(patient.created_at, zone).day)],
  ]
  return (
    <Panel title="Datos personales">
      <dl className="grid gap-x-6 gap-y-4 p-4.5 sm:grid-cols-2 lg:grid-cols-4">
        {terms.map(([term, value]) => (
          <div key={term} className="min-w-0">
            <dt className="text-meta text-ink-3">{term}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
