import { EllipsisVertical } from 'lucide-react'
import { useId, useRef } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { usePopupList } from './use-popup-list.ts'

export type MoreAction = { label: string; tone?: 'bad'; disabled?: boolean | undefined; onPick: () => void }

/** Actions for which a row or a screen's head has no room, behind a button. Escape and a press elsewhere close it; the focus goes back to the button. */
export function MoreActions({
  of: whose,
  actions,
  busy = false,
}: {
  /** Whose actions they are; read aloud. */
  of: string
  actions: readonly MoreAction[]
  busy?: boolean
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { open, setOpen, close, onKeyDown } = usePopupList(button, list)

  return (
    <>
      <IconButton
        ref={button}
        label="Más acciones"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        disabled={busy}
        icon={<EllipsisVertical aria-hidden className="size-5" />}
        size="compact"
        onClick={() => setOpen(!open)}
      />
      {open && (
        <ul
          ref={list}
          id={id}
          popover="manual"
          aria-label={`Más acciones: ${whose}`}
          className="absolute inset-auto m-0 grid min-w-44 rounded-field border border-line bg-surface p-1.5 text-ink shadow-3"
          onKeyDown={onKeyDown}
        >
          {actions.map(({ label, tone, disabled, onPick }) => (
            <li key={label}>
              <button
                type="button"
                disabled={disabled}
                className={cx(
                  'flex min-h-11 w-full items-center rounded-small px-3 text-left font-semibold transition hover:bg-sunken disabled:cursor-not-allowed disabled:text-ink-3',
                  tone === 'bad' && 'text-bad hover:bg-bad-soft',
                )}
                onClick={() => {
                  close(true)
                  onPick()
                }}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
