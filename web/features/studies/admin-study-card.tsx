import type { ReactNode } from 'react'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { StudyCard } from './study-card.tsx'
import { StudyMenu } from './study-menu.tsx'

/** Any study as its doctor has it, with who made it, and the ways to change and delete it. */
export function AdminStudyCard({
  study,
  more,
  onEdit,
  onDelete,
}: {
  study: StudyWithPeople
  /** Stands beside what opens it. */
  more: ReactNode
  onEdit: () => void
  onDelete: () => void
}) {
  const { study_type, patient_name: patient, patient_id, doctor_name } = study
  const name = study_type ?? 'Estudio'
  return (
    <StudyCard
      study={study}
      patient={patient ? <PatientName id={patient_id} name={patient} /> : 'Paciente: N/A'}
      doctor={doctor_name ?? 'Doctor: N/A'}
      more={more}
      manage={<StudyMenu of={patient ? `${name} de ${patient}` : name} onEdit={onEdit} onDelete={onDelete} />}
    />
  )
}
