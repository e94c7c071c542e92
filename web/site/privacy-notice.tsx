import { TriangleAlert } from 'lucide-react'
import type { LandingData } from './landing-data.ts'
import { Page } from './page.tsx'

/** The clinic's privacy notice, as its configuration says it. */
export function PrivacyNotice({ data }: { data: LandingData }) {
  const { privacy } = data.clinic
  const parts = privacy.paragraphs.map(partOf)
  const headings = parts.flatMap(({ heading, id }) => (heading ? [{ heading, id }] : []))
  return (
    <Page data={data} base="/">
      <article className="page py-[clamp(2.5rem,6vw,5rem)]">
        <h1 className="text-section">Aviso de privacidad</h1>
        <p className="mt-3 text-meta text-ink-3">Versión {privacy.version}</p>
        <div className="mt-8 grid items-start gap-[clamp(2rem,6vw,5.5rem)] md:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="max-w-measure min-w-0 space-y-5 wrap-break-word">
            {parts.map((part) => (
              <Part key={part.text} {...part} />
            ))}
          </div>
          {headings.length > 2 && (
            <nav aria-label="En este aviso" className="sticky top-28 max-md:hidden">
              <ul className="border-l border-line text-label font-normal">
                {headings.map(({ heading, id }) => (
                  <li key={id}>
                    <a
                      href={`#${id}`}
                      className="block py-1.5 pl-4 text-ink-2 pointer-coarse:py-3 hover:text-brand-700"
                    >
                      {heading}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </article>
    </Page>
  )
}

type PartOfNotice = { id: string; heading?: string; text: string }

/** Short words and a colon at the beginning are a heading. */
function partOf(text: string, index: number): PartOfNotice {
  const id = `parte-${index + 1}`
  const [, heading, rest] = /^([^:.]{3,60}): (.+)$/s.exec(text) ?? []
  if (heading === undefined || rest === undefined || isTemplate(text)) return { id, text }
  return { id, heading, text: rest.charAt(0).toUpperCase() + rest.slice(1) }
}

const isTemplate = (text: string) => text.startsWith('PLANTILLA')

/** A template says so as a warning. */
function Part({ id, heading, text }: PartOfNotice) {
  if (isTemplate(text))
    return (
      <p className="flex gap-3 rounded-card bg-pend-soft p-4 text-pend">
        <TriangleAlert aria-hidden className="mt-0.5 size-5" />
        <span className="min-w-0">{text}</span>
      </p>
    )
  if (!heading) return <p>{text}</p>
  return (
    <div className="pt-3">
      <h2 id={id} className="mb-2 text-card">
        {heading}
      </h2>
      <p className="text-ink-2">{text}</p>
    </div>
  )
}
