import { useQueryClient } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLive } from '#web/hooks/use-live.ts'
import { CardList, type PagedProps } from '#web/parts/list.tsx'
import { type StudyWithPeople, studyKeys } from '#web/queries/studies.ts'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { StudyCard } from './study-card.tsx'

/** What a page adds beside 'Ver' and 'Descargar' of a study. */
export type StudyActions = (study: StudyWithPeople) => ReactNode

const grid = 'grid-cols-1 gap-4 md:grid-cols-2'

/** Cards of studies with their count; live. `liveFilter` as `patient_id=eq.…`, whose changes are followed. */
export function StudyList({
  liveFilter,
  who,
  more,
  manage,
  ...list
}: Pick<PagedProps<StudyWithPeople>, 'query' | 'code' | 'list' | 'pageSize' | 'empty'> & {
  liveFilter: string
  who: (study: StudyWithPeople) => string | null
  /** What else may be done with a study. */
  more: StudyActions
  /** How a study of one's own is corrected and deleted. */
  manage?: StudyActions
}) {
  const client = useQueryClient()
  useLive('studies', liveFilter, () => void client.invalidateQueries({ queryKey: studyKeys.all }))
  return (
    <CardList
      {...list}
      noun={['estudio', 'estudios']}
      Icon={ScanLine}
      grid={grid}
      skeleton={<SkeletonCards cards={6} className={grid} />}
    >
      {(study) => <StudyCard study={study} who={who(study)} more={more(study)} manage={manage?.(study)} />}
    </CardList>
  )
}
