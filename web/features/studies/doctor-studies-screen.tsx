import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useListState } from '#web/data/list-state.ts'
import { useProfile } from '#web/data/session.ts'
import { doctorStudiesQuery } from '#web/data/studies.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AddStudyDialog } from './add-study-dialog.tsx'
import { StudyList } from './study-list.tsx'

const pageSize = 10

/** 'Estudios': what the doctor has added, newest first, live (docs/product/studies.md). */
export function DoctorStudiesScreen() {
  const me = useProfile()
  const list = useListState()
  const [adding, setAdding] = useState(false)
  const query = useQuery(doctorStudiesQuery(me.id, { page: list.page, pageSize }))
  return (
    <>
      <PageHeader
        title="Estudios"
        actions={
          <Button
            variant="primary"
            icon={<Plus aria-hidden className="size-5" />}
            onClick={() => setAdding(true)}
          >
            Agregar Estudio
          </Button>
        }
      />
      <StudyList
        query={query}
        code="load_studies"
        liveFilter={`doctor_id=eq.${me.id}`}
        page={list.page}
        pageSize={pageSize}
        onPage={list.setPage}
        who={(study) => study.patient?.full_name ?? study.patient_name}
        empty="Todavía no has agregado estudios."
      />
      <AddStudyDialog open={adding} onOpenChange={setAdding} patientId={null} />
    </>
  )
}
