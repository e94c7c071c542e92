import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { studyAttachment } from '#domain/study.ts'
import { useClinicSlot } from '#web/hooks/clock.ts'
import { isOnItsWay } from '#web/hooks/on-its-way.ts'
import { useLiveStudies } from '#web/hooks/use-live-studies.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { homeColumns, ResultSkeleton } from '#web/parts/studies/result-frame.tsx'
import { usePicturesSoon } from '#web/parts/studies/study-picture.tsx'
import { nextAppointmentQuery } from '#web/queries/appointments.ts'
import { myResultsQuery, myStudiesQuery, newestOne } from '#web/queries/my-studies.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Area, AreaTiles } from './area-tiles.tsx'
import { EarlierResults } from './earlier-results.tsx'
import { LatestResult } from './latest-result.tsx'
import { LinkQuestions } from './link-questions.tsx'
import { NextVisit } from './next-visit.tsx'

/** The large one, and six beside each other. */
const resultsShown = 7

/**
 * The newest result, beside it the next appointment and a tile for each of the patient's areas, below it the earlier ones, live
 * (docs/product/dashboard.md). Without a result the appointment takes its place. `actions` are what else may be done with a study; they belong to other features.
 */
export function PatientHome({
  areas,
  actions,
}: {
  areas: readonly Area[]
  actions: (study: StudyWithPeople) => ReactNode
}) {
  const { id } = useProfile()
  useLiveStudies(`patient_id=eq.${id}`)
  usePicturesSoon()
  return (
    <div className="grid grid-cols-1 gap-6">
      <LinkQuestions />
      <Results actions={actions} tiles={<AreaTiles areas={areas} />} />
    </div>
  )
}

function Results({ actions, tiles }: { actions: (study: StudyWithPeople) => ReactNode; tiles: ReactNode }) {
  const { id } = useProfile()
  const results = useQuery(myResultsQuery(id, resultsShown))
  const all = useQuery(myStudiesQuery(id, newestOne))
  const last = all.data?.rows[0] ?? null
  const [newest = last, ...earlier] = results.data ?? []
  const visit = useQuery(nextAppointmentQuery(id, useClinicSlot()))
  // In one column the result, with a newer study at its foot, stands above the visit and would push it away.
  const waits = isOnItsWay(results) || isOnItsWay(all)
  const hasNone = results.data !== undefined && newest === null && !all.isPending
  return (
    <>
      <div className={cx(homeColumns, hasNone && 'md:items-stretch')}>
        <Loaded query={results} code="load_my_studies" inCard skeleton={<ResultSkeleton />}>
          {() =>
            newest ? (
              <LatestResult
                study={newest}
                newer={
                  last && studyAttachment(last.file_url).kind !== 'file' && last !== newest ? last : null
                }
                actions={actions}
              />
            ) : hasNone ? (
              <NextVisit alone />
            ) : (
              <ResultSkeleton />
            )
          }
        </Loaded>
        {waits && (
          <Card className="overflow-clip md:hidden">
            <SkeletonRows rows={4} />
          </Card>
        )}
        {/* Without results the card beside it begins below its heading. */}
        <div className={cx('grid content-start gap-4', hasNone && 'md:pt-8', waits && 'max-md:hidden')}>
          {!hasNone && <NextVisit />}
          <div hidden={isOnItsWay(visit)}>{tiles}</div>
        </div>
      </div>
      {earlier.length > 0 && <EarlierResults studies={earlier} />}
    </>
  )
}
