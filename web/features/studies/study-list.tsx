import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Page } from '#web/backend/client.ts'
import type { ErrorCode } from '#web/backend/errors.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { type StudyWithPeople, studyKeys } from '#web/queries/studies.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonCards } from '#web/ui/skeleton.tsx'
import { StudyCard } from './study-card.tsx'

/** What a page adds beside 'Ver' and 'Descargar' of a study. */
export type StudyActions = (study: StudyWithPeople) => ReactNode

const grid = 'grid-cols-1 gap-4 md:grid-cols-2'

/** Cards of studies with their count; live. `liveFilter` as `patient_id=eq.…`, whose changes are followed. */
export function StudyList({
  query: { data, error, refetch },
  code,
  liveFilter,
  page,
  pageSize,
  onPage,
  who,
  more,
  manage,
  empty,
}: {
  query: UseQueryResult<Page<StudyWithPeople>>
  code: ErrorCode
  liveFilter: string
  page: number
  pageSize: number
  onPage: (page: number) => void
  who: (study: StudyWithPeople) => string | null
  /** What else may be done with a study. */
  more: StudyActions
  /** How a study of one's own is corrected and deleted. */
  manage?: StudyActions
  empty: ReactNode
}) {
  const client = useQueryClient()
  useLive('studies', liveFilter, () => void client.invalidateQueries({ queryKey: studyKeys.all }))
  if (!data && !error) return <SkeletonCards cards={6} className={grid} />
  if (data && data.total > 0) {
    return (
      <>
        <ul className={cx('mb-4 grid', grid)}>
          {data.rows.map((study) => (
            <li key={study.id}>
              <StudyCard study={study} who={who(study)} more={more(study)} manage={manage?.(study)} />
            </li>
          ))}
        </ul>
        <Pagination {...{ page, pageSize, total: data.total, onPage }} noun={['estudio', 'estudios']} />
      </>
    )
  }
  return (
    <Card className="overflow-clip">
      {data ? (
        <EmptyState icon={<ScanLine className="size-6" />}>{empty}</EmptyState>
      ) : (
        <FailedLoad error={error} code={code} onRetry={refetch} />
      )}
    </Card>
  )
}
