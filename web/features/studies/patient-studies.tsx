import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { patientStudiesQuery } from '#web/queries/studies.ts'
import { AddStudy } from './add-study.tsx'
import { useOwnStudies } from './own-studies.tsx'
import { type StudyActions, StudyList } from './study-list.tsx'

const pageSize = 4

/** The study history in a patient's record, with the dialog that adds to it; the page opens it. */
export function PatientStudies({
  patientId,
  adding,
  onAdding,
  more,
}: {
  patientId: string
  adding: boolean
  onAdding: (adding: boolean) => void
  more: StudyActions
}) {
  const own = useOwnStudies()
  const [page, setPage] = useState(1)
  const query = useQuery(patientStudiesQuery(patientId, { page, pageSize }))
  return (
    <section aria-labelledby="estudios-titulo">
      <h2 id="estudios-titulo" className="mb-3 text-panel">
        Historial de estudios
      </h2>
      <StudyList
        query={query}
        code="load_studies"
        liveFilter={`patient_id=eq.${patientId}`}
        list={{ page, setPage }}
        pageSize={pageSize}
        who={(study) => study.doctor_name}
        more={more}
        manage={own.manage}
        empty="Este paciente todavía no tiene estudios."
      />
      {own.dialog}
      <AddStudy open={adding} onOpenChange={onAdding} patientId={patientId} />
    </section>
  )
}
