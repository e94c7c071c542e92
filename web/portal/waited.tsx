import { type ReactNode, Suspense } from 'react'
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
  return (
    <Suspense fallback={fallback}>
      {children}
      <Arrival />
    </Suspense>
  )
}
