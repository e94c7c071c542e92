import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Dialog } from './dialog.tsx'
import { ShowLabels } from './select.tsx'
import { useMedia } from './use-media.ts'

/** Where a search and two selects fit into one line; or days, names and what takes them away beside the menu. As list-skeleton.tsx. */
const oneLine = { few: '(min-width: 46.5rem)', many: '(min-width: 85rem)' }

/**
 * What a list is narrowed and ordered by: the search and, from a tablet on, everything in one line; on a phone the search beside
 * 'Filtros', which opens the others as a sheet. What is chosen there applies at once.
 */
export function Filters({
  search,
  set,
  few = false,
  many = false,
  onClear,
  className,
  children,
}: {
  search?: ReactNode
  /** How many filters are set. */
  set: number
  /** The list is so short that a phone needs no filters (`isFew`). */
  few?: boolean
  /** They need more room than a tablet has. */
  many?: boolean
  /** Takes all filters away; without it the list is only ordered. */
  onClear?: () => void
  className?: string
  /** The filters; given whether they stand one under another in the sheet. */
  children: (isSheet: boolean) => ReactNode
}) {
  const isWide = useMedia(many ? oneLine.many : oneLine.few)
  const [open, setOpen] = useState(false)
  const hasButton = !isWide && (!few || set > 0)
  if (!search && !isWide && !hasButton) return null
  return (
    <div className={cx('flex flex-wrap items-end gap-3', className)}>
      {search && <div className="min-w-0 flex-1 basis-40 sm:basis-56">{search}</div>}
      {isWide && children(false)}
      {hasButton && (
        <Button
          icon={<ListFilter aria-hidden className="size-5" />}
          aria-haspopup="dialog"
          className={set > 0 ? 'border-brand-700 px-3.5 text-brand-800' : 'px-3.5'}
          onClick={() => setOpen(true)}
        >
          {set > 0 ? `Filtros (${set})` : 'Filtros'}
        </Button>
      )}
      <Dialog
        open={open && !isWide}
        onOpenChange={setOpen}
        title="Filtros"
        footer={
          <>
            {onClear && (
              <Button disabled={set === 0} onClick={onClear}>
                Limpiar filtros
              </Button>
            )}
            <Button variant="primary" onClick={() => setOpen(false)}>
              Ver resultados
            </Button>
          </>
        }
      >
        <div className="grid gap-4">
          <ShowLabels value>{children(true)}</ShowLabels>
        </div>
      </Dialog>
    </div>
  )
}

/** Whether a list is too short to be narrowed: fewer than ten rows without any filter. */
export function isFew(total: number | undefined, isFiltered: boolean): boolean {
  return !isFiltered && total !== undefined && total < 10
}
