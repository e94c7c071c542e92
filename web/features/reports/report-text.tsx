import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { findPhrases, inserted, nextBlank, type Span, slashBefore } from '#domain/report-blanks.ts'
import type { ReportPhrase } from '#web/queries/report-templates.ts'
import { cx } from '#web/ui/cx.ts'
import { controlStyle, Field, type FieldProps } from '#web/ui/field.tsx'

export type ReportTextProps = Omit<FieldProps, 'id'> & {
  id: string
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  maxLength: number
  rows?: number
  phrases: readonly ReportPhrase[]
}

const shownPhrases = 8

/**
 * A field of a report's text. '/' and a few letters offer phrases; Tab goes to the next blank of a phrase, and out of the field
 * where there is none.
 */
export function ReportText({
  id,
  value,
  onChange,
  onLeave,
  maxLength,
  rows = 2,
  phrases,
  ...field
}: ReportTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const list = useId()
  const [slash, setSlash] = useState<{ start: number; typed: string } | null>(null)
  const [at, setAt] = useState(0)
  const offered = slash ? findPhrases(phrases, slash.typed).slice(0, shownPhrases) : []
  const isOpen = offered.length > 0

  function look({ value: text, selectionStart, selectionEnd }: HTMLTextAreaElement): void {
    setSlash(selectionStart === selectionEnd ? slashBefore(text, selectionStart) : null)
    setAt(0)
  }

  function take(phrase: ReportPhrase): void {
    if (!area.current || !slash) return
    const span = { start: slash.start, end: slash.start + slash.typed.length + 1 }
    setSlash(null)
    putInto(area.current, span, phrase.text, onChange)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const chosen = offered[at]
    if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      setAt((at + (event.key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length)
    } else if (chosen && (event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) {
      event.preventDefault()
      take(chosen)
    } else if (isOpen && event.key === 'Escape') {
      event.stopPropagation()
      setSlash(null)
    } else if (event.key === 'Tab' && !event.shiftKey) visitBlank(event)
  }

  return (
    <Field {...field} id={id}>
      {(control) => (
        <div className="relative">
          <textarea
            {...control}
            ref={area}
            value={value}
            rows={rows}
            maxLength={maxLength}
            aria-autocomplete={isOpen ? 'list' : undefined}
            aria-controls={isOpen ? list : undefined}
            aria-activedescendant={isOpen ? `${list}-${at}` : undefined}
            onChange={(event) => {
              onChange(event.target.value)
              look(event.target)
            }}
            onKeyDown={onKeyDown}
            onBlur={() => {
              setSlash(null)
              onLeave()
            }}
            // Its text decides its height; `rows` alone would be nothing then.
            style={{ minHeight: `${rows * 1.6 + 1.35}rem` }}
            className={cx(controlStyle, 'field-sizing-content max-h-[60vh] resize-y py-2.5')}
          />
          {isOpen && <OfferedPhrases list={list} phrases={offered} at={at} onTake={take} />}
        </div>
      )}
    </Field>
  )
}

/** The phrases that the typed letters find; the field keeps the focus and has the keys. */
function OfferedPhrases({
  list,
  phrases,
  at,
  onTake,
}: {
  list: string
  phrases: readonly ReportPhrase[]
  at: number
  onTake: (phrase: ReportPhrase) => void
}) {
  return (
    <div
      id={list}
      role="listbox"
      tabIndex={-1}
      aria-label="Frases"
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-header mt-1 max-h-72 overflow-y-auto rounded-field border border-line bg-surface p-1 shadow-3"
    >
      {phrases.map((phrase, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the field, which keeps the focus.
        <div
          key={phrase.id}
          id={`${list}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === at}
          onClick={() => onTake(phrase)}
          className="cursor-pointer rounded-small px-3 py-2 aria-selected:bg-brand-100"
        >
          <span className="block font-semibold">{phrase.title}</span>
          <span className="line-clamp-2 text-meta text-ink-2">{phrase.text}</span>
        </div>
      ))}
    </div>
  )
}

function visitBlank(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const { currentTarget: area } = event
  const blank = nextBlank(area.value, area.selectionEnd)
  if (!blank) return
  event.preventDefault()
  area.setSelectionRange(blank.start, blank.end)
}

/** Puts a piece of text in place of a span and selects its first blank. */
function putInto(area: HTMLTextAreaElement, span: Span, piece: string, onChange: (value: string) => void) {
  const { text, select } = inserted(area.value, span, piece)
  onChange(text)
  // Once React has drawn it.
  requestAnimationFrame(() => {
    area.focus()
    area.setSelectionRange(select.start, select.end)
  })
}

/** Puts a piece of text at the cursor of the field with an id, or behind what is written there. */
export function putAtCursor(id: string, piece: string, onChange: (value: string) => void): void {
  const area = document.getElementById(id)
  if (!(area instanceof HTMLTextAreaElement)) return
  const { selectionStart: start, selectionEnd: end, value } = area
  const spaced = start > 0 && /\S/.test(value[start - 1] ?? '') ? ` ${piece}` : piece
  putInto(area, { start, end }, spaced, onChange)
}
