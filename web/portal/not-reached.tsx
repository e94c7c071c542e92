import type { ComponentProps } from 'react'
import { UnreachedPanel } from '#web/parts/feedback/unreached-panel.tsx'

/** In place of a screen that could not be reached: its title, what to do about it, and 'Reintentar'. */
export function NotReached({ title, ...panel }: ComponentProps<typeof UnreachedPanel> & { title: string }) {
  return (
    <>
      <h1 tabIndex={-1} className="mb-4 flex min-h-11 items-center text-page sm:mb-6">
        {title}
      </h1>
      <UnreachedPanel {...panel} />
    </>
  )
}
