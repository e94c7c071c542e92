import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { studyAttachment } from '#domain/study.ts'
import { useLiveStudies } from '#web/hooks/use-live-studies.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { usePicturesSoon } from '#web/parts/studies/study-picture.tsx'
import { myResultsQuery, myStudiesQuery, newestOne } from '#web/queries/my-studies.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { Card } from '#web/ui/panel.tsx'
import type { Area } from './area-tiles.tsx'
import { LatestResult, LatestResultSkeleton } from './latest-result.tsx'
import { LinkQuestions } from './link-questions.tsx'

/** What stands below or beside the newest result comes after it: together they are heavier than a first screen may be. */
const nextVisit = loadLater(async () => (await import('./next-visit.tsx')).NextVisit)
const areaTiles = loadLater(async () => (await import('./area-tiles.tsx')).AreaTiles)
const earlierResults = loadLater(async () => (await import('./earlier-results.tsx')).EarlierResults)

/** The large one, and six beside each other. */
const resultsShown = 7

/**
 * The newest result, beside it the next appointment and a tile for each of the patient's areas, below it the earlier ones, live
 * (docs/product/dashboard.md). `actions` are what else may be done with a study; they belong to other features.
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
      <Results
        actions={actions}
        beside={
          <div className="grid content-start gap-4">
            <Suspense fallback={<div className="min-h-48" />}>
              <nextVisit.Later />
            </Suspense>
            <Suspense fallback={<div className="h-72 sm:max-lg:h-44" />}>
              <areaTiles.Later areas={areas} />
            </Suspense>
          </div>
        }
      />
    </div>
  )
}

function Results({
  actions,
  beside,
}: {
  actions: (study: StudyWithPeople) => ReactNode
  /** Stands beside the newest result, or below it. */
  beside: ReactNode
}) {
  const { id } = useProfile()
  const results = useQuery(myResultsQuery(id, resultsShown))
  const all = useQuery(myStudiesQuery(id, newestOne))
  const last = all.data?.rows[0] ?? null
  const [, ...earlier] = results.data ?? []
  return (
    <>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-4">
        <Loaded query={results} code="load_my_studies" inCard skeleton={<LatestResultSkeleton />}>
          {([latest = last]) =>
            latest ? (
              <LatestResult
                study={latest}
                newer={
                  last && studyAttachment(last.file_url).kind !== 'file' && last !== latest ? last : null
                }
                actions={actions}
              />
            ) : all.isPending ? (
              <LatestResultSkeleton />
            ) : (
              <Card className="overflow-clip">
                <EmptyState icon={<ScanLine className="size-6" />}>
                  Todavía no tienes resultados. Aparecerán aquí en cuanto tu clínica los publique.
                </EmptyState>
              </Card>
            )
          }
        </Loaded>
        {beside}
      </div>
      {earlier.length > 0 && (
        <Suspense fallback={<div className="h-44" />}>
          <earlierResults.Later studies={earlier} />
        </Suspense>
      )}
    </>
  )
}
