import { type MouseEvent, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from './cx.ts'
import { rememberFocus } from './focus-back.ts'
import { Toaster } from './toaster.tsx'

/** What has the focus first when nobody says otherwise: the first field of a form, not the cross, which Enter would press. */
const firstOnes = [
  'form :is(input:not([type=hidden], [type=file], [readonly]), select, textarea):not(:disabled)',
  ':is(a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"])',
]

export type ModalProps = {
  /** Names it, read aloud; or `labelledBy` the id of what it shows as its title. */
  label?: string
  labelledBy?: string
  describedBy?: string
  /** 'alertdialog' for a question that needs an answer: a press beside it does nothing. */
  role?: 'dialog' | 'alertdialog'
  /** Escape, the way back of a phone and a press beside it ask to close; whoever draws it decides. */
  onClose: () => void
  initialFocus?: RefObject<HTMLElement | null>
  className: string
  children: ReactNode
}

/**
 * The browser's own modal dialog, open as long as it is drawn: what lies behind can neither be reached nor scrolled. The focus goes in,
 * and in the end back to what had it. Messages appear in it, as nothing outside can be touched or is read aloud.
 */
export function Modal({
  label,
  labelledBy,
  describedBy,
  role = 'dialog',
  onClose,
  initialFocus,
  className,
  children,
}: ModalProps) {
  const frame = useRef<HTMLDialogElement>(null)
  const giveBack = useRef(() => {})
  const isDrawn = useRef(false)
  const pressedBeside = useRef(false)

  useLayoutEffect(() => {
    const dialog = frame.current
    if (!dialog) return
    giveBack.current = rememberFocus()
    isDrawn.current = true
    dialog.showModal()
    // Afterwards, as it measures, and showing has laid the page out anyway.
    const unlock = lockScroll()
    const first =
      initialFocus?.current ??
      firstOnes.map((one) => dialog.querySelector<HTMLElement>(one)).find((one) => one !== null)
    first?.focus()
    return () => {
      isDrawn.current = false
      dialog.close()
      unlock()
    }
  }, [initialFocus])
  // Once every dialog that closes with this one is closed: until then nothing outside can have the focus.
  useEffect(() => () => giveBack.current(), [])

  return createPortal(
    <dialog
      ref={frame}
      role={role}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onKeyDown={(event) => {
        // Escape closes the innermost open thing: a list, or a question above this, has taken it already.
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
      onCancel={(event) => {
        // Choosing no file is a cancel as well.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        // A browser closes it without asking when somebody goes back twice.
        if (!isDrawn.current || frame.current?.open) return
        frame.current?.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (role === 'dialog' && pressedBeside.current && isBeside(event)) onClose()
      }}
      className={cx(
        // Another dialog takes its place; a question stands above it.
        '[&:has(~dialog[role=dialog][open])]:invisible',
        // Older browsers do not know our colours there.
        'fixed text-ink shadow-3 backdrop:animate-fade backdrop:bg-[var(--color-scrim,rgb(16_28_32/0.45))]',
        className,
      )}
    >
      {children}
      <Toaster above />
    </dialog>,
    document.body,
  )
}

/** On the ground around the dialog, which belongs to it. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

let locks = 0

/** The page stays where it is, also where a bar for scrolling would come and go. Returns what ends it. */
function lockScroll(): () => void {
  const { style, clientWidth } = document.documentElement
  if (locks === 0 && innerWidth > clientWidth) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
  locks += 1
  return () => {
    locks -= 1
    if (locks > 0) return
    style.overflow = ''
    style.scrollbarGutter = ''
  }
}
