import { TriangleAlert } from 'lucide-react'
import type { LandingData } from './landing-data.ts'
import { Page } from './page.tsx'

/** The clinic's privacy notice, as its configuration says it. */
export function PrivacyNotice({ data }: { data: LandingData }) {
  const { privacy } = data.clinic
  return (
    <Page data={data} base="/">
      <article className="page py-[clamp(2.5rem,6vw,5rem)]">
        <h1 className="text-section">Aviso de privacidad</h1>
        <p className="mt-3 text-meta text-ink-3">Versión {privacy.version}</p>
        <div className="mt-8 max-w-measure space-y-5 wrap-break-word">
          {privacy.paragraphs.map((paragraph) => (
            <Paragraph key={paragraph}>{paragraph}</Paragraph>
          ))}
        </div>
      </article>
    </Page>
  )
}

/** A template says so as a warning; short words and a colon at the beginning are a heading. */
function Paragraph({ children: text }: { children: string }) {
  if (text.startsWith('PLANTILLA'))
    return (
      <p className="flex gap-3 rounded-card bg-pend-soft p-4 text-pend">
        <TriangleAlert aria-hidden className="mt-0.5 size-5" />
        <span className="min-w-0">{text}</span>
      </p>
    )
  const [, heading, rest] = /^([^:.]{3,60}): (.+)$/s.exec(text) ?? []
  if (heading === undefined || rest === undefined) return <p>{text}</p>
  return (
    <div className="pt-3">
      <h2 className="mb-2 text-card">{heading}</h2>
      <p className="text-ink-2">{rest.charAt(0).toUpperCase() + rest.slice(1)}</p>
    </div>
  )
}
