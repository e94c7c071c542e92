import { cx } from '#web/ui/cx.ts'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The patient's home: the newest result, and at its right, from a landscape tablet on, what comes next. */
export const homeColumns =
  'grid grid-cols-1 items-start gap-6 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]'

/** The film of the newest result: as tall while it is on its way as with its picture. On an upright tablet its words stand beside it. */
export const resultFilm =
  'aspect-4/3 max-h-[46vh] w-full sm:max-md:m-4.5 sm:max-md:mr-0 sm:max-md:w-[46%] sm:max-md:self-start sm:max-md:rounded-thumb'

export const resultCard = 'sm:max-md:flex'

export const resultWords = 'grid min-w-0 content-start gap-3.5 p-4.5 sm:max-md:flex-1'

/** The newest result on its way. */
export function ResultSkeleton() {
  return (
    <div role="status">
      <p className="mb-3 text-panel text-transparent">Cargando...</p>
      <Card className="overflow-clip">
        <div className={resultCard}>
          <div className={cx('shrink-0 bg-sunken', resultFilm)} />
          <div className={resultWords}>
            <div className="grid gap-2">
              <Skeleton className="h-5 w-48 max-w-full" />
              <Skeleton className="h-4 w-40 max-w-full" />
              <Skeleton className="h-5 w-32" />
            </div>
            <Skeleton className="h-9 w-full sm:w-36 pointer-coarse:h-11" />
          </div>
        </div>
      </Card>
    </div>
  )
}
