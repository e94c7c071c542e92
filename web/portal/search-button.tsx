import { Search } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { MenuLabel, railEntry } from './menu-label.tsx'

const onApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const tones = {
  plain: {
    button: 'border-line bg-surface text-ink-2 shadow-1 hover:bg-sunken hover:text-ink',
    keys: 'bg-sunken text-ink-2',
  },
  deep: {
    button:
      'border-deep-raised text-deep-ink hover:bg-deep-raised hover:text-film-ink focus-visible:outline-signal',
    keys: 'bg-deep-raised text-deep-ink',
  },
}

/** Opens the search from a side bar, with its keys. `deep` for the administration's. */
export function SearchButton({
  tone = 'plain',
  onSearch,
}: {
  tone?: keyof typeof tones
  onSearch: () => void
}) {
  return (
    <button
      type="button"
      onClick={onSearch}
      aria-keyshortcuts="Control+K Meta+K"
      className={cx(
        railEntry,
        'mb-3 rail:mb-1 flex min-h-11 shrink-0 items-center gap-3 rounded-small border px-3 text-left transition',
        tones[tone].button,
      )}
    >
      <Search aria-hidden className="size-4.5" />
      <MenuLabel>Buscar</MenuLabel>
      <kbd
        aria-hidden
        className={cx(
          'rounded-tag px-1.5 py-0.5 font-sans text-chip/snug font-normal rail:hidden',
          tones[tone].keys,
        )}
      >
        {onApple ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}
