import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

/** What needs nothing any more: one line of words in a sheet, which unfolds. `--inset` is how far it stands from the sides. */
export function Folded({
  words,
  startsOpen = false,
  children,
}: {
  words: string
  startsOpen?: boolean
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-12 w-full items-center justify-between gap-4 px-(--inset) text-left text-ink-2 hover:bg-paper"
      >
        {words}
        <ChevronDown aria-hidden className={cx('size-5 shrink-0', isOpen && 'rotate-180')} />
      </button>
      {isOpen && <div className="border-t border-line">{children}</div>}
    </div>
  )
}
