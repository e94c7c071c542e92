import { useQuery } from '@tanstack/react-query'
import { lines } from '#web/copy/screen-lines.ts'
import { useListState } from '#web/hooks/list-state.ts'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import { SharedWith } from '#web/parts/receivers/shared-with.tsx'
import { NewMark } from '#web/parts/studies/new-mark.tsx'
import { RequestStudy } from '#web/parts/studies/request-study.tsx'
import { myStudiesQuery } from '#web/queries/my-studies.ts'
import { whoReceivesQuery } from '#web/queries/receivers.ts'
import { useProfile } from '#web/session/session.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type StudyActions, StudyList } from './study-list.tsx'

const pageSize = 10

/** 'Mis Estudios': the patient's own, newest first, live (docs/product/studies.md). */
export function MyStudiesScreen({ more }: { more: StudyActions }) {
  const me = useProfile()
  const list = useListState()
  const studies = useQuery(myStudiesQuery(me.id, { page: list.page, pageSize }))
  const receivers = useQuery(whoReceivesQuery())
  // With whom a study is shared is a line of its card.
  const query = isOnItsWay(receivers) ? { ...studies, data: undefined } : studies
  return (
    <>
      <PageHeader title="Mis Estudios" description={lines.myStudies} />
      <StudyList
        query={query}
        code="load_my_studies"
        liveFilter={`patient_id=eq.${me.id}`}
        {...{ list, pageSize }}
        doctor={(study) => study.doctor_name}
        mark={(study) => <NewMark study={study} />}
        note={(study) => <SharedWith studyId={study.id} />}
        more={more}
        empty="Todavía no tienes estudios."
        action={<RequestStudy />}
      />
    </>
  )
}
