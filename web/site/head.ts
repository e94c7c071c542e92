import { privacyPath } from '#domain/addresses.ts'
import { phoneForms } from '#domain/phone.ts'
import type { WeekRow } from '#domain/week-draft.ts'
import type { LandingData } from './landing-data.ts'
import { type Offer, offersOf } from './offer.ts'

const title = 'Diagnóstico por Imagen 3D'
const description =
  'Tomografía 3D, radiografía digital y escaneo intraoral en {town}, {state}. Consulta estudios y precios, y solicita el tuyo en línea.'

/** Title, description, previews and structured data of the landing. */
export function landingHead(data: LandingData): string {
  const { clinic } = data
  const about = description.replace('{town}', clinic.address.town).replace('{state}', clinic.address.state)
  return [
    ...common(data, { title: `${title} | ${clinic.name}`, about, path: '/' }),
    `<script type="application/ld+json">${structured(data, about)}</script>`,
  ].join('\n')
}

/** The same for the privacy notice. */
export function privacyHead(data: LandingData): string {
  const { name } = data.clinic
  const about = `Cómo ${name} recaba, usa y protege tus datos personales.`
  return common(data, { title: `Aviso de privacidad | ${name}`, about, path: privacyPath }).join('\n')
}

function common(
  { clinic, publicUrl = '' }: LandingData,
  { title, about, path }: { title: string; about: string; path: string },
): string[] {
  // Without PUBLIC_URL the page's canonical address is unknown: a relative one would say nothing.
  const address = publicUrl && escaped(publicUrl + path)
  return [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(about)}">`,
    ...(address
      ? [`<link rel="canonical" href="${address}">`, `<meta property="og:url" content="${address}">`]
      : []),
    '<meta property="og:type" content="website">',
    '<meta property="og:locale" content="es_MX">',
    `<meta property="og:site_name" content="${escaped(clinic.name)}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(about)}">`,
    `<meta property="og:image" content="${escaped(publicUrl)}/img/og.jpg">`,
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta name="twitter:card" content="summary_large_image">',
  ]
}

/** A data block: browsers do not execute it, so a strict content policy lets it pass. */
function structured({ clinic, publicUrl, services, hours }: LandingData, about: string): string {
  const { address } = clinic
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@type': ['MedicalClinic', 'Dentist'],
    name: clinic.name,
    description: about,
    ...(publicUrl && {
      '@id': `${publicUrl}/`,
      url: `${publicUrl}/`,
      image: `${publicUrl}/img/og.jpg`,
      logo: publicUrl + (clinic.logo ? `/img/clinica/${clinic.logo}` : '/img/logo-mark.svg'),
    }),
    telephone: phoneForms(clinic.phone).tel.slice('tel:'.length),
    email: clinic.email,
    address: {
      '@type': 'PostalAddress',
      streetAddress: address.street,
      addressLocality: address.town,
      addressRegion: address.state,
      postalCode: address.postalCode,
      addressCountry: 'MX',
    },
    hasMap: clinic.mapUrl,
    sameAs: clinic.social.map(({ url }) => url),
    openingHoursSpecification: openingHours(hours?.week ?? []),
    currenciesAccepted: 'MXN',
    hasOfferCatalog: {
      '@type': 'OfferCatalog',
      name: 'Estudios',
      // Without prices there is no offer to tell of.
      itemListElement: services ? offersOf(services).map(offer) : [],
    },
  }).replaceAll('<', '\\u003c')
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** One entry for each hours that some days have, with those days. */
function openingHours(week: readonly WeekRow[]): object[] {
  const days = new Map<string, string[]>()
  for (const { weekday, opens, closes } of week) {
    const hours = `${opens.slice(0, 5)} ${closes.slice(0, 5)}`
    days.set(hours, [...(days.get(hours) ?? []), `https://schema.org/${weekdays[weekday - 1]}`])
  }
  return [...days].map(([hours, dayOfWeek]) => {
    const [opens, closes] = hours.split(' ')
    return { '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }
  })
}

function offer({ study, price, from }: Offer): object {
  const terms = price !== null && { priceCurrency: 'MXN', [from ? 'minPrice' : 'price']: price.toFixed(2) }
  return {
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name: study.title, description: study.description },
    ...(from ? { priceSpecification: { '@type': 'PriceSpecification', ...terms } } : terms),
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
