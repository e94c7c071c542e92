import { cx } from '#web/ui/cx.ts'
import type { PaneColor } from './planes.ts'

/** What a pane shows, at its upper left and around it in the colour of its plane. */
export function PaneName({
  name,
  color,
  below = false,
}: {
  name: string
  color?: PaneColor | undefined
  /** Below what stands at the upper edge on a phone. */
  below?: boolean | undefined
}) {
  return (
    <div aria-hidden className={cx('pointer-events-none absolute inset-0', color && 'border', color?.frame)}>
      <p
        className={cx(
          'absolute top-1.5 left-1.5 rounded-tag bg-film-950/80 px-2 py-1 text-chip font-semibold',
          below && 'max-sm:top-16',
          color?.name ?? 'text-film-ink',
        )}
      >
        {name}
      </p>
    </div>
  )
}
