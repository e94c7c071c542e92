import { cx } from '#web/ui/cx.ts'

/** Between the right and the left of a mouth; its box is placed. `className` says from which width the halves stand beside each other. */
export function Midline({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={cx('absolute inset-y-0 left-1/2 hidden border-l border-line-strong', className)}
    />
  )
}
