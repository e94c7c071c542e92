import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { SkeletonFoot } from '#web/ui/phone-foot.tsx'

/** Buttons on a heading's line: from a tablet on, a menu on a phone, or on a phone as well. */
export type HeadingButtons = keyof typeof rooms

const rooms = {
  wide: 'sm:min-h-12',
  menu: 'min-h-9 pointer-coarse:min-h-11 sm:min-h-12',
  all: 'min-h-12',
}

/** The place of a screen's heading (ui/page-header.tsx), which the screen brings; `children` is what stands below it. */
export function HeadingSkeleton({
  title,
  above = false,
  buttons,
  foot = false,
  children,
}: {
  title: string
  /** An empty line over it, where there is room. */
  above?: boolean
  buttons: HeadingButtons | undefined
  /** The one thing that one comes to do is fixed at the foot of a phone. */
  foot?: boolean
  children?: ReactNode
}) {
  return (
    <div className="mb-4 sm:mb-6">
      {above && <p className="mb-0.5 max-xl:hidden">&nbsp;</p>}
      <p className={cx('flex items-center text-page', buttons && rooms[buttons])}>{title}</p>
      {children}
      {foot && <SkeletonFoot />}
    </div>
  )
}
