import { type ReactNode, type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import { useCode } from '#web/hooks/use-code.ts'
import { Arrival } from './arrival.tsx'

/** A screen whose code may still be loading. */
export function Waited({
  code,
  fallback,
  children,
}: {
  code: () => Promise<unknown>
  fallback: ReactNode
  children: ReactNode
}) {
  useCode(code)
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={frame}
      className="contents [&_.animate-late]:[animation-delay:calc(200ms-var(--waited,0ms)-var(--arrived,0ms))]"
    >
      <Suspense
        fallback={
          <>
            {fallback}
            <Waiting frame={frame} />
          </>
        }
      >
        {children}
        <Arrival />
      </Suspense>
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
