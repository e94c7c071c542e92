import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'

/** Words that somebody wrote: of more than four lines three, and the others behind 'Ver todo'. */
export function LongText({ children }: { children: string }) {
  const text = useRef<HTMLParagraphElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const box = text.current
    if (!box || isOpen) return
    // The height of four lines, which a cut text does not have.
    const measure = () => setIsCut(box.scrollHeight > box.clientHeight * (isCut ? 4 / 3 : 1) + 2)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [isOpen, isCut])
  return (
    <div className="text-ink-2">
      <p
        ref={text}
        className={cx(
          'wrap-break-word whitespace-pre-line',
          !isOpen && (isCut ? 'line-clamp-3' : 'line-clamp-4'),
        )}
      >
        {children}
      </p>
      {(isCut || isOpen) && (
        <Button size="compact" variant="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Ver menos' : 'Ver todo'}
        </Button>
      )}
    </div>
  )
}
