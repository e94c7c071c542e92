import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { focusQuietly } from '#web/ui/focus-quietly.ts'

/** What a press opened in the place of the buttons: its title has the focus and, on a phone, stands at the top of the screen. */
export function Opened({ title, back, children }: { title: string; back?: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    if (!heading.current) return
    focusQuietly(heading.current)
    heading.current.scrollIntoView()
  }, [])
  return (
    <section data-opened aria-labelledby={id} className="grid grid-cols-1 gap-4 border-t border-line pt-5">
      <div className="flex items-center justify-between gap-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="scroll-mt-6 text-panel leading-[1.3] text-pretty">
          {title}
        </h2>
        {back}
      </div>
      {children}
    </section>
  )
}
