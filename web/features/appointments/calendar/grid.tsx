import { type ComponentProps, type RefObject, useEffect } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useGridFocus } from './use-grid-focus.ts'

/**
 * A table with one tab stop, whose cells are reached with the arrow keys; `active` names the cell with the tab stop. What `hasNow`
 * opens where the clock stands, unless somebody scrolled already.
 */
export function Grid({
  active,
  label,
  loading,
  entering,
  hasNow = false,
  className,
  ...rest
}: Omit<ComponentProps<'table'>, 'role' | 'onFocus' | 'onBlur' | 'ref'> & {
  active: string
  label: string
  loading: boolean
  entering?: RefObject<boolean>
  /** Whether today is among the days that are shown by their hours. */
  hasNow?: boolean
}) {
  const focus = useGridFocus<HTMLTableElement>(active, entering)
  const grid = focus.ref
  const opens = hasNow && !loading
  useEffect(() => {
    if (opens && scrollY === 0) showNow(grid.current)
  }, [opens, grid])
  return (
    <table
      {...rest}
      {...focus}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a grid, on the table that it is
      role="grid"
      aria-label={label}
      aria-busy={loading}
      className={cx('w-full', className)}
    />
  )
}

/** Brings the clock's line into the middle of the window where it is below its foot. */
function showNow(grid: HTMLElement | null) {
  const line = grid?.querySelector('.now-line')
  if (line && line.getBoundingClientRect().bottom > innerHeight) line.scrollIntoView({ block: 'center' })
}

/** A cell of a grid; the active one is the tab stop. Its content is reached by pointer, or with Enter on the cell. */
export function GridCell({
  active,
  onChoose,
  className,
  ...rest
}: Omit<ComponentProps<'td'>, 'role' | 'tabIndex' | 'onClick'> & {
  active: boolean
  /** The cell was pressed, and none of the buttons in it. */
  onChoose?: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys that choose a cell are heard by the grid
    <td
      {...rest}
      onClick={({ target }) => {
        if (!(target instanceof Element && target.closest('button'))) onChoose?.()
      }}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: see above
      role="gridcell"
      tabIndex={active ? 0 : -1}
      data-active={active || undefined}
      className={cx('-outline-offset-2', className)}
    />
  )
}
