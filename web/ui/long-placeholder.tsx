import { cx } from './cx.ts'

/** For the field itself, which stands right before its `LongPlaceholder`. */
export const hiddenPlaceholder = 'peer placeholder:text-transparent'

/** A field's placeholder as text of the page: on two lines where one is too short for it. `className` keeps it off what stands in the field. */
export function LongPlaceholder({ children, className }: { children: string; className: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'pointer-events-none absolute inset-y-0 hidden items-center text-body leading-tight text-ink-3 peer-placeholder-shown:flex @max-[18rem]:text-meta @max-[18rem]:leading-tight @max-[15rem]:text-chip @max-[15rem]:leading-tight @max-[15rem]:font-normal',
        className,
      )}
    >
      <span className="line-clamp-2">{children}</span>
    </span>
  )
}
