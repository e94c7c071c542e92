import type { ComponentProps, ReactNode } from 'react'
import { Card } from '#web/ui/panel.tsx'
import { FailedLoad } from '../lists/failed-load.tsx'

/** A sheet of paper that could not be read: what it is, the way back, and 'Reintentar'; nothing stands where messages appear. */
export function UnreadSheet({
  title,
  back,
  ...failed
}: { title: string; back: ReactNode } & ComponentProps<typeof FailedLoad>) {
  return (
    <div data-ends-above className="mx-auto grid max-w-2xl justify-items-start gap-4 p-4">
      {back}
      <h1 className="text-page">{title}</h1>
      <Card className="w-full overflow-clip">
        <FailedLoad {...failed} />
      </Card>
    </div>
  )
}
