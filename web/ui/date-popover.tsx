import { type RefObject, useEffect, useRef } from 'react'
import { Calendar } from './calendar.tsx'
import { useElsewhere } from './use-elsewhere.ts'
import { useFloating } from './use-floating.ts'

/** The calendar below a date field, until a day is chosen or it is closed; the focus then goes to `opener`. */
export function DatePopover({
  field,
  opener,
  label,
  onClose,
  onSelect,
  ...calendar
}: Parameters<typeof Calendar>[0] & {
  field: RefObject<HTMLElement | null>
  opener: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
}) {
  const frame = useRef<HTMLDivElement>(null)
  useFloating(field, frame, true, true)
  // The opener's own click closes; closing here as well would open it again.
  useElsewhere([opener, frame], true, onClose)
  useEffect(() => dayOf(frame.current)?.focus({ preventScroll: true }), [])
  const back = () => opener.current?.focus()
  return (
    <div
      ref={frame}
      popover="manual"
      role="dialog"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.preventDefault()
        back()
        onClose()
      }}
      className="absolute inset-auto z-toast animate-fade rounded-panel border border-line bg-surface p-3 text-ink shadow-3 max-[24rem]:px-0.5"
    >
      <Calendar
        {...calendar}
        onSelect={(day) => {
          back()
          onSelect(day)
        }}
      />
    </div>
  )
}

/** The day that arrow keys start from; none when the month has no day to choose. */
function dayOf(frame: Element | null): HTMLElement | null {
  return frame?.querySelector<HTMLElement>('[role=grid] button[tabindex="0"]') ?? null
}
