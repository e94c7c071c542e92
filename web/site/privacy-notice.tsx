import type { LandingData } from './landing-data.ts'
import { Page } from './page.tsx'

/** The clinic's privacy notice, as its configuration says it. */
export function PrivacyNotice({ data: { clinic, year } }: { data: LandingData }) {
  return (
    <Page clinic={clinic} year={year} base="/">
      <article className="page py-[clamp(2.5rem,6vw,5rem)]">
        <h1 className="text-section">Aviso de privacidad</h1>
        <p className="mt-3 text-meta text-ink-3">Versión {clinic.privacy.version}</p>
        <div className="mt-8 max-w-measure space-y-5 wrap-break-word">
          {clinic.privacy.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </article>
    </Page>
  )
}
