import type { ReactNode } from 'react'

/** The head of a part; it never stands alone at the foot of a page. */
export function Heading({ children }: { children: ReactNode }) {
  return <h2 className="break-after-avoid text-[11.5pt]/[1.3] font-[650]">{children}</h2>
}

/** Text as it was written, with its lines. */
export function Prose({ children }: { children: string }) {
  return <p className="mt-1 [orphans:3] [widows:3] wrap-break-word whitespace-pre-line">{children}</p>
}

/** A part with its heading; nothing where nothing was written. */
export function Part({ title, children }: { title: string; children: string }) {
  if (children.trim() === '') return null
  return (
    <section className="mt-5">
      <Heading>{title}</Heading>
      <Prose>{children}</Prose>
    </section>
  )
}
