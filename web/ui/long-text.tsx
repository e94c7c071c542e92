import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'

/** Words that somebody wrote: three lines of them, and the others behind 'Ver todo'. */
export function LongText({ children }: { children: string }) {
  const text = useRef<HTMLParagraphElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const box = text.current
    if (!box || isOpen) return
    const measure = () => setIsCut(box.scrollHeight > box.clientHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <div className="text-ink-2">
      <p
        ref={text}
        className={
          isOpen ? 'wrap-break-word whitespace-pre-line' : 'line-clamp-3 wrap-break-word whitespace-pre-line'
        }
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
