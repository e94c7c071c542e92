import { ListFilter } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

/**
 * Filters that a phone keeps behind 'Filtros', so that a list begins on its first screen. `active` says that one of them is
 * set: then they are open, also where an address that is gone back to sets it, until somebody closes them. On wider screens
 * they are parts of what holds them.
 */
export function MoreFilters({ active, children }: { active: boolean; children: ReactNode }) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? active
  return (
    <>
      <Button
        icon={<ListFilter aria-hidden className="size-5" />}
        aria-expanded={open}
        aria-label="Filtros"
        className="max-sm:px-3.5 aria-expanded:bg-brand-50 sm:hidden"
        onClick={() => setChosen(!open)}
      />
      <div
        className={cx(
          open ? 'order-last col-span-full grid w-full gap-3 min-[22rem]:grid-cols-2' : 'hidden',
          'sm:contents',
        )}
      >
        {children}
      </div>
    </>
  )
}
