import { SkeletonFoot } from '#web/ui/phone-foot.tsx'
import { Skeleton, SkeletonField } from '#web/ui/skeleton.tsx'

/** The form of a payment on its way. */
export function PaymentSkeleton() {
  return (
    <div role="status" className="p-4.5 sm:p-6">
      <span className="sr-only">Cargando...</span>
      <div className="grid gap-5 *:first:col-span-full *:last:col-span-full sm:grid-cols-2">
        <SkeletonField />
        <SkeletonField />
        <SkeletonField />
        {/* Services: one of them, and the button for more. */}
        <div className="grid gap-3">
          <Skeleton className="h-4.75 w-24" />
          <div className="grid gap-3 rounded-panel border border-line bg-paper p-3.5 sm:grid-cols-[minmax(0,1fr)_13.75rem] sm:border-0 sm:bg-transparent sm:p-0">
            <SkeletonField />
            <SkeletonField />
          </div>
          <Skeleton className="h-9 w-44 pointer-coarse:h-11" />
        </div>
      </div>
      <div className="mt-6 flex items-center justify-between border-t border-line pt-5 text-metric">
        <Skeleton className="h-[1lh] w-36" />
        <div className="max-sm:hidden">
          <Skeleton className="h-12 w-80" />
        </div>
      </div>
      <SkeletonFoot />
    </div>
  )
}
