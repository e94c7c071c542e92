import { Ellipsis } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { cx } from '#web/ui/cx.ts'
import { Key, Tooltip } from '#web/ui/tooltip.tsx'
import { byFinger, useMedia } from '#web/ui/use-media.ts'
import { usePopupList } from '#web/ui/use-popup-list.ts'
import { InBar } from './bar.tsx'
import { fittingTools } from './fitting-tools.ts'

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
  /** Goes behind 'Más' first where there is little room. */
  secondary?: boolean
  /** Fingers do it better without: it is for a mouse or keys only. */
  mouse?: boolean
  /** Its key for `aria-keyshortcuts`, such as 'W'. */
  shortcut?: string
  /** Says why it does nothing now when it is pressed. */
  off?: boolean
  run: () => void
}

const groupGap = 10
const toolStyle =
  'relative inline-flex size-9 shrink-0 items-center justify-center rounded-small transition pointer-coarse:size-11'
const stateStyle = (on: boolean | undefined) =>
  on ? 'bg-film-700 text-signal' : 'text-film-ink hover:bg-film-800'

/** Tools in one row of the viewer's bar with one tab stop; arrow keys move between them. What has no room stands behind 'Más'. */
export function Toolbar({ tools: all }: { tools: readonly Tool[] }) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  const coarse = useMedia(byFinger)
  const width = useWidth(bar)
  const usable = coarse ? all.filter(({ mouse }) => !mouse) : all
  const { row, more } = fittingTools(usable, { width, button: coarse ? 44 : 36, gap: groupGap })
  const { open, setOpen, close, onKeyDown } = usePopupList(button, list)
  const stops = [...row.map((tool) => tool.id), ...(more.length > 0 ? ['more'] : [])]
  const [reached, setReached] = useState(stops[0])
  const current = reached && stops.includes(reached) ? reached : stops[0]

  function walk(event: KeyboardEvent) {
    const next = nextOf(event.key, current ? stops.indexOf(current) : 0, stops.length)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    bar?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <InBar place="tools">
      <div
        ref={setBar}
        role="toolbar"
        aria-label="Herramientas de imagen"
        aria-orientation="horizontal"
        onKeyDown={walk}
        className="flex justify-around py-0.5 sm:justify-center min-[64rem]:justify-end"
      >
        {row.map(({ id, label, icon, pressed, expanded, first, shortcut, off, run }) => (
          <button
            key={id}
            type="button"
            aria-label={label}
            aria-pressed={pressed}
            aria-disabled={off}
            aria-expanded={expanded}
            aria-keyshortcuts={shortcut}
            tabIndex={id === current ? 0 : -1}
            onFocus={() => setReached(id)}
            onClick={run}
            className={cx(
              toolStyle,
              first && 'sm:ml-2.5',
              off && 'opacity-45',
              stateStyle(pressed || expanded),
            )}
          >
            {icon}
            <Tooltip label={label} shortcut={shortcut} />
          </button>
        ))}
        {more.length > 0 && (
          <button
            ref={button}
            type="button"
            aria-label="Más"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            tabIndex={current === 'more' ? 0 : -1}
            onFocus={() => setReached('more')}
            onClick={() => setOpen(!open)}
            className={cx(toolStyle, stateStyle(open))}
          >
            <Ellipsis aria-hidden className="size-5" />
            {!open && <Tooltip label="Más" />}
          </button>
        )}
      </div>
      {open && (
        <ToolList
          {...{ list, id, onKeyDown }}
          label="Más herramientas"
          tools={more}
          withKeys={!coarse}
          onChosen={() => close(true)}
        />
      )}
    </InBar>
  )
}

/** Tools with their words, one below the other, over everything (`usePopupList`). */
export function ToolList({
  list,
  id,
  label,
  tools,
  withKeys = false,
  onChosen,
  onKeyDown,
}: {
  list: RefObject<HTMLUListElement | null>
  id: string
  label: string
  tools: readonly Tool[]
  /** Whether the keys are told. */
  withKeys?: boolean
  onChosen: () => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  return (
    <ul
      ref={list}
      id={id}
      popover="manual"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="absolute inset-auto m-0 max-h-(--room) min-w-60 overflow-y-auto rounded-field border border-film-700 bg-film-900 p-1.5 text-film-ink shadow-viewer"
    >
      {tools.map(({ id, label, icon, pressed, expanded, shortcut, off, run }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={pressed}
            aria-disabled={off}
            aria-expanded={expanded}
            aria-keyshortcuts={shortcut}
            onClick={() => {
              onChosen()
              run()
            }}
            className={cx(
              'flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-left text-meta font-semibold transition',
              off && 'opacity-45',
              stateStyle(pressed || expanded),
            )}
          >
            {icon}
            <span className="flex-1">{label}</span>
            {shortcut && withKeys && <Key>{shortcut}</Key>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** How wide an element is, in whole pixels; 0 until that is known. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    if (!element) return
    const read = () => setWidth(element.clientWidth)
    read()
    // Before the browser paints: no tool is cut off for a moment in a window that became narrower.
    const observer = new ResizeObserver(() => flushSync(read))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}

function nextOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
