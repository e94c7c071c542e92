import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, UserX } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { patientQuery } from '#web/data/profiles.ts'
import { NotesPanel } from '#web/features/patients/notes-panel.tsx'
import { PatientData } from '#web/features/patients/patient-data.tsx'
import { PatientStudies } from '#web/features/studies/patient-studies.tsx'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FailedLoad } from '#web/ui/failed-load.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** The record of one patient: data, studies, notes (docs/product/studies.md). */
export function PatientRecord() {
  const { patientId = '' } = useParams()
  const {
    data: patient,
    error,
    refetch,
  } = useQuery({ ...patientQuery(patientId), enabled: isUuid(patientId) })
  const missing = patient === null || !isUuid(patientId)
  return (
    <>
      <Link to="/dashboard/patients" className={buttonStyle('link', 'compact', 'mb-1')}>
        <ArrowLeft aria-hidden className="size-4.5" />
        Pacientes
      </Link>
      <PageHeader title={patient?.full_name ?? 'Expediente'} above={patient ? 'Expediente' : undefined} />
      {patient ? (
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
          <div className="lg:col-span-2">
            <PatientData patient={patient} />
          </div>
          <PatientStudies patientId={patient.id} />
          <NotesPanel patientId={patient.id} />
        </div>
      ) : (
        <Card className="overflow-clip">
          {missing ? (
            <EmptyState icon={<UserX className="size-6" />}>
              Este paciente no existe o no está vinculado contigo.
            </EmptyState>
          ) : error ? (
            <FailedLoad error={error} code="load_patient" onRetry={refetch} />
          ) : (
            <SkeletonRows rows={5} />
          )}
        </Card>
      )}
    </>
  )
}
