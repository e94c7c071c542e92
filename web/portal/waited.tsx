import { ArrowLeft } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as paths from '#web/hooks/paths.ts'
import { useCode } from '#web/hooks/use-code.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import type { LaterPart } from '#web/ui/load-later.tsx'
import { Reached } from '#web/ui/reached.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Arrival } from './arrival.tsx'
import { NotReached } from './not-reached.tsx'

/** A screen whose code may still be loading, or cannot be reached: the frame stays then. */
export function Waited({
  code,
  title,
  fallback,
}: {
  code: LaterPart
  title: string
  /** In the shape of what comes; a screen without one stands alone, outside the portal's frame. */
  fallback?: ReactNode
}) {
  useCode(code.preload)
  const notReached = (again: () => void) => <NotReached title={title} onRetry={again} />
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={frame}
      className="contents [&_.animate-late]:[animation-delay:calc(200ms-var(--waited,0ms)-var(--arrived,0ms))]"
    >
      <Reached
        instead={(again) => (
          <>
            {fallback ? notReached(again) : <Alone>{notReached(again)}</Alone>}
            <Arrival />
          </>
        )}
      >
        <Suspense
          fallback={
            <>
              {fallback || <Spinner />}
              <Waiting frame={frame} />
            </>
          }
        >
          <code.Later />
          <Arrival />
        </Suspense>
      </Reached>
    </div>
  )
}

/** In the middle of its own page, with a way out. */
function Alone({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-dvh max-w-160 content-center justify-items-start gap-3 px-4 py-10 *:not-first:w-full">
      <Link to={paths.home} className={buttonStyle('link', 'compact')}>
        <ArrowLeft aria-hidden className="size-4.5" />
        Inicio
      </Link>
      <div>{children}</div>
    </div>
  )
}

/** Notes how long the code was waited for: so much less late are the grey bars of the screen itself, or they would go out once more. */
function Waiting({ frame }: { frame: RefObject<HTMLElement | null> }) {
  // Before the screen is painted, or its bars would go out for a picture or two.
  useLayoutEffect(() => {
    const since = performance.now()
    return () => frame.current?.style.setProperty('--waited', `${performance.now() - since}ms`)
  }, [frame])
  return null
}
