import { renderToString } from 'react-dom/server'
import { privacyPath } from '#domain/addresses.ts'
import { hoursLines } from '#domain/hours-lines.ts'
import { RequestForm } from '#web/features/request-form/request-form.tsx'
import { landingHead, privacyHead } from './head.ts'
import { Landing } from './landing.tsx'
import { clinicZone, type LandingData } from './landing-data.ts'
import { requestableNames } from './offer.ts'
import { requestFormPlace } from './places.ts'
import { PrivacyNotice } from './privacy-notice.tsx'

export type Rendered = {
  /** For the body of index.html. */
  html: string
  /** For the head of index.html. */
  head: string
}

/** The landing as HTML that is complete without any script. */
export async function render(data: LandingData): Promise<Rendered> {
  const form = requestForm(data)
  const html = renderToString(<Landing data={data} form={form.place} />)
  // React compares only the form with what it draws.
  const others = html.split(form.html).map((part) => part.replaceAll(needless, ''))
  return { html: others.join(form.html), head: landingHead(data) }
}

/** Each icon has its name as a class, by which nothing is drawn here, and a namespace that files need and pages do not. */
const needless = / xmlns="[^"]*"|(?<=class="lucide)(?: lucide-[\w-]+)+/g

/** The page at `privacyPath`. */
export async function renderPrivacy(data: LandingData): Promise<Rendered> {
  return { html: renderToString(<PrivacyNotice data={data} />), head: privacyHead(data) }
}

/** Rendered by itself, so that the browser can take over this part alone; it finds in it what it was rendered from. */
function requestForm(data: LandingData) {
  const { clinic, services, hours } = data
  const { version } = clinic.privacy
  const timeZone = clinicZone(data)
  const { name, phone, whatsapp } = clinic
  const html = renderToString(
    <RequestForm
      studies={requestableNames(services)}
      privacy={{ version, path: privacyPath }}
      timeZone={timeZone}
      clinic={{ name, phone, whatsapp, hours: hoursLines(clinic.hours, hours?.week ?? []) }}
    />,
    { identifierPrefix: requestFormPlace },
  )
  const place = (
    <div
      id={requestFormPlace}
      data-version={version}
      data-zone={timeZone}
      data-name={name}
      data-phone={phone}
      data-whatsapp={whatsapp ?? undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it a few lines above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
  return { html, place }
}
