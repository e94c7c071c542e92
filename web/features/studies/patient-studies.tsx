import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { studySeenQuery } from '#web/queries/report-reading.ts'
import { patientStudiesQuery } from '#web/queries/studies.ts'
import { useOwnStudies } from './own-studies.tsx'
import { SeenBy } from './seen-by.tsx'
import { type StudyActions, StudyList } from './study-list.tsx'

const pageSize = 8

/** The study history in a patient's record. */
export function PatientStudies({ patientId, more }: { patientId: string; more: StudyActions }) {
  const own = useOwnStudies()
  const [page, setPage] = useState(1)
  const studies = useQuery(patientStudiesQuery(patientId, { page, pageSize }))
  const ids = studies.data?.rows.map(({ id }) => id) ?? []
  const seen = useQuery({ ...studySeenQuery(ids), enabled: reportsOn() && ids.length > 0 })
  // Who opened them is a line of each card, which it would push apart.
  const query = isOnItsWay(seen) ? { ...studies, data: undefined } : studies
  return (
    <section aria-labelledby="estudios-titulo">
      <h2 id="estudios-titulo" className="sr-only">
        Historial de estudios
      </h2>
      <StudyList
        query={query}
        code="load_studies"
        liveFilter={`patient_id=eq.${patientId}`}
        list={{ page, setPage }}
        pageSize={pageSize}
        doctor={(study) => study.doctor_name}
        note={reportsOn() ? (study) => <SeenBy study={study} among={ids} /> : undefined}
        more={more}
        manage={own.manage}
        empty="Este paciente todavía no tiene estudios."
      />
      {own.dialog}
    </section>
  )
}
