import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Skeleton } from './skeleton.tsx'

/** What one comes to do, fixed at the lower edge of a phone; elsewhere it stands where it is written. */
export function PhoneFoot({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      data-foot
      className={cx(
        'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-header max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:px-4 max-sm:pt-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** The button at the foot of a phone on its way. */
export const SkeletonFoot = () => (
  <PhoneFoot className="sm:hidden">
    <Skeleton className="h-12" />
  </PhoneFoot>
)
