import { type ReactNode, type RefObject, useRef } from 'react'
import { cx } from './cx.ts'
import { useFloating } from './use-floating.ts'

/** The list of a `Combobox`, under headings when its options have groups. */
export function ComboboxList<Option>({
  field,
  list,
  listLabel,
  options,
  keys,
  draw,
  groupOf,
  active,
  open,
  stale,
  note,
  inFlow,
  onPick,
}: {
  /** What it opens below. */
  field: RefObject<HTMLElement | null>
  /** The id of the listbox; its options add their number to it. */
  list: string
  listLabel: string
  options: readonly Option[]
  keys: readonly string[]
  draw: (option: Option) => ReactNode
  groupOf?: (option: Option) => string
  /** The number of the marked option, or -1. */
  active: number
  open: boolean
  stale: boolean
  note: ReactNode
  inFlow: boolean
  onPick: (option: Option) => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  useFloating(field, frame, open && !inFlow)
  const row = (option: Option, index: number) => (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus
    <div
      key={keys[index]}
      id={`${list}-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={index === active}
      onClick={() => onPick(option)}
      className="flex min-h-11 cursor-pointer items-center rounded-thumb px-3 py-1.5 hover:bg-sunken aria-selected:bg-brand-100 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-brand-700"
    >
      {draw(option)}
    </div>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
    <div
      ref={frame}
      hidden={!open}
      popover={inFlow ? undefined : 'manual'}
      // Taking the focus would close the list before the click arrives.
      onMouseDown={(event) => event.preventDefault()}
      className={
        inFlow
          ? 'mt-4'
          : 'absolute z-dialog inset-auto mt-1.5 overflow-hidden rounded-panel border border-line bg-surface text-ink shadow-3'
      }
    >
      <div
        id={list}
        role="listbox"
        aria-label={listLabel}
        aria-busy={stale || undefined}
        className={cx(
          options.length > 0 &&
            (inFlow
              ? '-mx-2'
              : 'max-h-[min(19rem,var(--room,19rem))] overflow-y-auto overscroll-contain p-1.5'),
          stale && 'opacity-60',
        )}
      >
        {groupOf
          ? groups(options, groupOf).map(([group, at]) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
              <div key={group} role="group" aria-label={group} className="not-first:mt-3">
                <p aria-hidden className="px-3 pb-1 text-meta font-semibold text-ink-3">
                  {group}
                </p>
                {options.slice(at.from, at.to).map((option, index) => row(option, at.from + index))}
              </div>
            ))
          : options.map(row)}
      </div>
      {note && (
        <div
          className={cx(
            'text-meta text-ink-2',
            !inFlow && 'px-4.5 py-3',
            options.length > 0 && !inFlow && 'border-t border-line',
          )}
        >
          {note}
        </div>
      )}
    </div>
  )
}

/** Where each group begins and ends. */
function groups<Option>(
  options: readonly Option[],
  groupOf: (option: Option) => string,
): [group: string, at: { from: number; to: number }][] {
  const found = new Map<string, { from: number; to: number }>()
  options.forEach((option, index) => {
    const group = groupOf(option)
    found.set(group, { from: found.get(group)?.from ?? index, to: index + 1 })
  })
  return [...found]
}
