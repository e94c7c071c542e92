import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

type FoldLineProps = {
  words: ReactNode
  /** What unfolds, where the words say something else; below 640 px only read aloud. */
  does?: string
  /** Stands in the line before the words, and is not pressed with them. */
  beside?: ReactNode
  isOpen: boolean
  onPress: () => void
}

/** What needs nothing any more: one line of words in a sheet, which unfolds. `--inset` is how far it stands from the sides. */
export function Folded({
  startsOpen = false,
  children,
  ...line
}: Omit<FoldLineProps, 'isOpen' | 'onPress'> & { startsOpen?: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <div>
      <FoldLine {...line} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} />
      {isOpen && <div className="border-t border-line">{children}</div>}
    </div>
  )
}

/** The line alone, for what draws itself what it unfolds. */
export function FoldLine({ words, does, beside, isOpen, onPress }: FoldLineProps) {
  return (
    <div className="flex">
      {beside && (
        // Rings within: the sheet cuts off what is outside.
        <div className="flex min-w-0 flex-1 items-center pl-(--inset) [&_:is(a,button)]:focus-visible:-outline-offset-2">
          {beside}
        </div>
      )}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onPress}
        className={cx(
          'flex min-h-12 items-center justify-between gap-4 px-(--inset) py-1.5 text-left text-ink-2 hover:bg-paper focus-visible:rounded-panel focus-visible:-outline-offset-2',
          beside ? 'shrink-0 pl-2.5' : 'w-full',
        )}
      >
        <span className="min-w-0 flex-1 wrap-break-word">{words}</span>
        {does && <span className="shrink-0 font-semibold text-brand-700 max-sm:sr-only">{does}</span>}
        <ChevronDown aria-hidden className={cx('size-5 shrink-0', isOpen && 'rotate-180')} />
      </button>
    </div>
  )
}
