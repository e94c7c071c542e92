import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'

export type Tool = {
  id: string
  label: string
  icon: ReactNode
  /** For switches and for the tool in hand. */
  pressed?: boolean
  /** For what opens something that stays. */
  expanded?: boolean
  /** Begins a group, with a little distance to what stands before. */
  first?: boolean
  /** Its key for `aria-keyshortcuts`, such as 'W'. */
  shortcut?: string
  /** Says why it does nothing now when it is pressed. */
  off?: boolean
  run: () => void
}

/** Tools in one bar with one tab stop; arrow keys move between them. */
export function Toolbar({ tools }: { tools: readonly Tool[] }) {
  const bar = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState(tools[0]?.id)
  const current = tools.some(({ id }) => id === reached) ? reached : tools[0]?.id

  function walk(event: KeyboardEvent) {
    const at = tools.findIndex(({ id }) => id === current)
    const next = nextOf(event.key, at, tools.length)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    bar.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Herramientas de imagen"
      aria-orientation="horizontal"
      onKeyDown={walk}
      className="flex flex-wrap justify-center gap-y-0.5 border-film-800 bg-film-900 px-1 py-1 max-md:order-last max-md:border-t md:border-b"
    >
      {tools.map(({ id, label, icon, pressed, expanded, first, shortcut, off, run }) => (
        <button
          key={id}
          type="button"
          aria-label={label}
          aria-pressed={pressed}
          aria-disabled={off}
          aria-expanded={expanded}
          aria-keyshortcuts={shortcut}
          title={shortcut ? `${label} (${shortcut})` : label}
          tabIndex={id === current ? 0 : -1}
          onFocus={() => setReached(id)}
          onClick={run}
          className={cx(
            'inline-flex size-11 items-center justify-center rounded-small transition',
            first && 'md:ml-3',
            off && 'opacity-45',
            pressed || expanded ? 'bg-film-700 text-signal' : 'text-film-ink hover:bg-film-800',
          )}
        >
          {icon}
        </button>
      ))}
    </div>
  )
}

function nextOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
