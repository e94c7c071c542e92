import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How long a mouse rests until it is told what it points at, in ms. */
const patience = 400
/** Between the control and its tooltip, and between that and the window's edge, in pixels. */
const gap = 6

/**
 * The name of the control that it stands in, with its key: while a mouse rests on the control or the keyboard reaches it, never
 * under a finger. Escape closes it. It is only to be seen: what is read aloud is the control's own name.
 */
export function Tooltip({
  label,
  shortcut,
  beside = false,
}: {
  label: string
  shortcut?: string
  /** At the right of the control, for one among others above and below it. */
  beside?: boolean
}) {
  const place = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const control = place.current?.parentElement
    if (!control) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = new AbortController()
    const { signal } = stop
    const hide = () => {
      clearTimeout(timer)
      setOpen(false)
    }
    control.addEventListener(
      'pointerenter',
      ({ pointerType }) => {
        if (pointerType === 'touch') return
        timer = setTimeout(() => setOpen(true), patience)
      },
      { signal },
    )
    control.addEventListener('focus', () => control.matches(':focus-visible') && setOpen(true), { signal })
    for (const end of ['pointerleave', 'pointerdown', 'blur'] as const)
      control.addEventListener(end, hide, { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return (
    <span ref={place} aria-hidden className="contents">
      {open && <Bubble at={place} label={label} shortcut={shortcut} beside={beside} />}
    </span>
  )
}

function Bubble({
  at,
  label,
  shortcut,
  beside,
}: {
  at: RefObject<HTMLElement | null>
  label: string
  shortcut: string | undefined
  beside: boolean
}) {
  const bubble = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const control = at.current?.parentElement
    // Without popovers a browser shows nothing.
    if (!control || !bubble.current?.showPopover) return
    bubble.current.showPopover()
    place(control.getBoundingClientRect(), bubble.current, beside)
  }, [at, beside])
  return (
    <span
      ref={bubble}
      popover="manual"
      className="pointer-events-none fixed inset-auto m-0 items-center gap-2 rounded-thumb border border-film-700 bg-film-800 px-2.5 py-1.5 text-chip/[1.3] font-semibold whitespace-nowrap text-film-ink shadow-3 open:flex"
    >
      {label}
      {shortcut && <Key>{shortcut}</Key>}
    </span>
  )
}

/** A key of the keyboard, on the dark ground of images. */
export function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden
      className="min-w-5 rounded-tag border border-film-700 bg-film-950 px-1.5 text-center font-sans text-chip/snug text-film-ink-2"
    >
      {children}
    </kbd>
  )
}

/** Below the middle of the control, or above it, or at its right, and inside the window. */
function place(
  { left, right, top, bottom, width, height }: DOMRect,
  bubble: HTMLElement,
  beside: boolean,
): void {
  const { offsetWidth, offsetHeight } = bubble
  if (beside) {
    bubble.style.left = `${right + gap}px`
    bubble.style.top = `${top + height / 2 - offsetHeight / 2}px`
    return
  }
  const middle = left + width / 2 - offsetWidth / 2
  const below = bottom + gap
  bubble.style.left = `${Math.max(gap, Math.min(innerWidth - offsetWidth - gap, middle))}px`
  bubble.style.top = `${below + offsetHeight + gap > innerHeight ? top - gap - offsetHeight : below}px`
}
