import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { ComboboxList } from './combobox-list.tsx'
import { cx } from './cx.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export type ComboboxProps<Option> = Omit<TextFieldProps, 'role' | 'onKeyDown' | 'onBlur'> & {
  /** What the list holds; read aloud. */
  listLabel: string
  options: readonly Option[]
  optionKey: (option: Option) => string
  /** What an option looks like. */
  draw: (option: Option) => ReactNode
  open: boolean
  /** The options belong to older letters: they are shown, and Enter waits. */
  stale?: boolean
  /** The first option is marked as soon as it is there, so that Enter takes it. */
  marksFirst?: boolean
  /** The subject an option stands under; options of one group stand together. */
  groupOf?: (option: Option) => string
  /** Below the options: that there is nothing, that there is more, what failed. */
  note?: ReactNode
  /** Read aloud when it changes: how many there are. */
  status?: string
  /** The list is part of the page below the field, always open, instead of floating over what follows. */
  inFlow?: boolean
  onPick: (option: Option) => void
  /** An arrow key while the list is closed. */
  onOpen?: () => void
  /** Escape, or the focus left. */
  onClose: () => void
}

/**
 * A text field with a list of suggestions below it (WAI-ARIA combobox with listbox): the focus stays in the field;
 * arrows, Home and End mark an option, Enter takes it, Escape closes the list.
 */
export function Combobox<Option>({
  listLabel,
  options,
  optionKey,
  draw,
  open,
  stale = false,
  marksFirst = false,
  groupOf,
  note,
  status,
  inFlow = false,
  onPick,
  onOpen,
  onClose,
  onChange,
  className,
  ...field
}: ComboboxProps<Option>) {
  const list = useId()
  const place = useRef<HTMLDivElement>(null)
  const [marked, setMarked] = useState<string | null>(null)
  const keys = options.map(optionKey)
  const chosen = marked === null ? -1 : keys.indexOf(marked)
  const active = stale ? -1 : chosen < 0 && marksFirst && keys.length > 0 ? 0 : chosen
  const shown = open && (options.length > 0 || Boolean(note))

  const mark = (index: number) => {
    setMarked(keys[index] ?? null)
    // Only while it is long does the list scroll; the page stays where it is.
    document.getElementById(`${list}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }
  const pick = (option: Option) => {
    setMarked(null)
    onPick(option)
  }
  const steer = (event: KeyboardEvent) => {
    // Enter that ends an input method's word must not choose an option.
    if (event.nativeEvent.isComposing) return
    if (!shown) {
      if (onOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault()
        onOpen()
      }
      return
    }
    const last = keys.length - 1
    const option = options[active]
    if (event.key === 'ArrowDown') mark(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') mark(active <= 0 ? last : active - 1)
    else if (event.key === 'Home' && chosen >= 0) mark(0)
    else if (event.key === 'End' && chosen >= 0) mark(last)
    else if (event.key === 'Enter' && option !== undefined) pick(option)
    else if (event.key === 'Enter' && stale) event.preventDefault()
    else if (event.key === 'Escape' && !inFlow) {
      setMarked(null)
      onClose()
    } else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus leaves the field and its list
    <div
      ref={place}
      className={cx('relative', className)}
      onBlur={({ relatedTarget }) => {
        if (place.current?.contains(relatedTarget)) return
        setMarked(null)
        onClose()
      }}
    >
      <TextField
        autoComplete="off"
        longPlaceholder
        {...field}
        role="combobox"
        data-in-flow={inFlow || undefined}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={list}
        aria-activedescendant={shown && active >= 0 ? `${list}-${active}` : undefined}
        onChange={(event) => {
          setMarked(null)
          onChange?.(event)
        }}
        onKeyDown={steer}
      />
      <ComboboxList
        field={place}
        {...{ list, listLabel, options, keys, draw, groupOf, active, stale, note, inFlow }}
        open={shown}
        onPick={pick}
      />
      {status !== undefined && (
        <span role="status" className="sr-only">
          {status}
        </span>
      )}
    </div>
  )
}
