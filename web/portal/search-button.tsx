import { Search } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'

const onApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const tones = {
  light: {
    button: 'border-line bg-surface text-ink-2 shadow-1 hover:bg-sunken hover:text-ink',
    icon: 'text-ink-3',
    keys: 'bg-sunken text-ink-2',
  },
  dark: {
    button: 'border-brand-800 text-brand-200 hover:bg-brand-800 hover:text-film-ink',
    icon: '',
    keys: 'bg-brand-800',
  },
}

/** 'Buscar' of a sidebar, with the keys that do the same. */
export function SearchButton({ tone = 'light', onClick }: { tone?: 'light' | 'dark'; onClick: () => void }) {
  const { button, icon, keys } = tones[tone]
  return (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts="Control+K Meta+K"
      className={cx(
        'mb-3 flex min-h-11 shrink-0 items-center gap-3 rounded-small border px-3 text-left transition',
        button,
      )}
    >
      <Search aria-hidden className={cx('size-4.5', icon)} />
      <span className="flex-1">Buscar</span>
      <kbd aria-hidden className={cx('rounded-tag px-1.5 py-0.5 font-sans text-tag', keys)}>
        {onApple ? '⌘ K' : 'Ctrl K'}
      </kbd>
    </button>
  )
}
