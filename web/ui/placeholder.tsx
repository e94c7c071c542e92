import { cx } from './cx.ts'

/** For the field itself, which stands right before its `Placeholder`. */
export const hiddenPlaceholder = 'peer placeholder:text-transparent'

/**
 * By the length of a sentence what it needs, at 0.9 widths of '0' a letter: then the sentence may be as wide as it is, and its first
 * word has no width; with less room the other way round. Classes, since the landing's HTML may hold no styles.
 */
const rooms = [
  [24, 'max-w-[calc((100%-22ch)*999)]', 'max-w-[calc((22ch-100%)*999)]'],
  [32, 'max-w-[calc((100%-29ch)*999)]', 'max-w-[calc((29ch-100%)*999)]'],
  [40, 'max-w-[calc((100%-36ch)*999)]', 'max-w-[calc((36ch-100%)*999)]'],
  [Number.POSITIVE_INFINITY, 'max-w-[calc((100%-44ch)*999)]', 'max-w-[calc((44ch-100%)*999)]'],
] as const

/**
 * A field's placeholder that is a sentence: whole where it fits into its line, else its first word. `className` keeps it off what stands in
 * the field.
 */
export function Placeholder({ children, className }: { children: string; className: string }) {
  const [, whole, word] = rooms.find(([length]) => children.length <= length) ?? rooms[3]
  return (
    <span
      aria-hidden
      className={cx(
        'pointer-events-none absolute inset-y-0 hidden items-center text-body text-ink-3 peer-placeholder-shown:flex',
        className,
      )}
    >
      <span className={cx('truncate', whole)}>{children}</span>
      <span className={cx('truncate', word)}>{children.split(' ')[0]}...</span>
    </span>
  )
}
