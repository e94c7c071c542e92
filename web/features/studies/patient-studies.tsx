import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { patientStudiesQuery } from '#web/data/studies.ts'
import { Button } from '#web/ui/button.tsx'
import { AddStudyDialog } from './add-study-dialog.tsx'
import { StudyList } from './study-list.tsx'

const pageSize = 6

/** The study history in a patient's record, with the dialog that adds to it. */
export function PatientStudies({ patientId }: { patientId: string }) {
  const [page, setPage] = useState(1)
  const [adding, setAdding] = useState(false)
  const query = useQuery(patientStudiesQuery(patientId, { page, pageSize }))
  return (
    <section aria-labelledby="historial">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="historial" className="text-panel">
          Historial de estudios
        </h2>
        <Button
          size="compact"
          variant="primary"
          icon={<Plus aria-hidden className="size-4.5" />}
          onClick={() => setAdding(true)}
        >
          Agregar Estudio
        </Button>
      </div>
      <StudyList
        query={query}
        code="load_studies"
        liveFilter={`patient_id=eq.${patientId}`}
        page={page}
        pageSize={pageSize}
        onPage={setPage}
        who={(study) => study.doctor?.full_name ?? study.doctor_name}
        empty="Este paciente todavía no tiene estudios."
      />
      <AddStudyDialog open={adding} onOpenChange={setAdding} patientId={patientId} />
    </section>
  )
}
