import { Popover } from 'radix-ui'
import type { RefObject } from 'react'
import { Calendar } from './calendar.tsx'

/** The calendar below a date field, until a day is chosen or it is closed; the focus then goes to `opener`. */
export function DatePopover({
  field,
  opener,
  label,
  onClose,
  ...calendar
}: Parameters<typeof Calendar>[0] & {
  field: RefObject<HTMLElement | null>
  opener: RefObject<HTMLElement | null>
  label: string
  onClose: () => void
}) {
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={{ current: { getBoundingClientRect: () => boxOf(field) } }} />
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={2}
          aria-label={label}
          onInteractOutside={(event) => {
            // The opener's own click closes; closing here as well would open it again.
            if (event.target instanceof Node && opener.current?.contains(event.target)) event.preventDefault()
          }}
          onOpenAutoFocus={(event) => {
            const day = dayOf(event.currentTarget)
            if (!day) return
            event.preventDefault()
            day.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            opener.current?.focus()
          }}
          className="z-toast animate-fade rounded-panel border border-line bg-surface p-3 shadow-3 max-[24rem]:px-0.5"
        >
          <Calendar {...calendar} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The day that arrow keys start from; none when the month has no day to choose. */
function dayOf(content: EventTarget | null): HTMLElement | null {
  if (!(content instanceof Element)) return null
  return content.querySelector<HTMLElement>('[role=grid] button[tabindex="0"]')
}

function boxOf({ current }: RefObject<HTMLElement | null>): DOMRect {
  return current?.getBoundingClientRect() ?? new DOMRect()
}
