import { type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
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
    <div ref={frame} className="contents data-seen:[&_.animate-late]:[animation-delay:-1s]">
      <Suspense
        fallback={
          <>
            {fallback}
            <Seen frame={frame} />
          </>
        }
      >
        {children}
        <Arrival />
      </Suspense>
    </div>
  )
}

/** Notes that grey bars have come: those of the screen itself follow them at once, and not late once more. */
function Seen({ frame }: { frame: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const timer = setTimeout(() => frame.current?.toggleAttribute('data-seen', true), 200)
    return () => clearTimeout(timer)
  }, [frame])
  return null
}
