import { beforeAll, describe, expect, test } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { seedWeek } from '#domain/clinic-hours.ts'
import { render, renderPrivacy } from './entry-server.tsx'
import type { LandingData } from './landing-data.ts'
import { requestFormPlace } from './places.ts'

const data: LandingData = {
  clinic: { ...sampleClinic, name: 'Rayos <&> "X"' },
  services: [
    { name: 'Radiografía Panorámica', price: 1234.5, requestable: true },
    { name: 'Tomografías', price: 750, requestable: true },
    { name: 'Tomografía Bimaxilar', price: 1500, requestable: false },
    { name: 'Trazados Cefalométricos', price: 150, requestable: true },
  ],
  hours: { week: [...seedWeek], closures: [] },
  year: 2031,
  publicUrl: 'https://clinica.mx',
}

let page: Document
let head: string
beforeAll(async () => {
  const rendered = await render(data)
  page = new DOMParser().parseFromString(rendered.html, 'text/html')
  head = rendered.head
})

const text = (selector: string) => page.querySelector(selector)?.textContent?.replace(/\s+/g, ' ') ?? ''

describe('the landing without any script', () => {
  test('has its sections in order, one h1 and every landmark', () => {
    expect([...page.querySelectorAll('main > section')].map(({ id }) => id)).toEqual([
      'inicio',
      'about',
      'servicios',
      '',
      'contact',
    ])
    expect([...page.querySelectorAll('h1')].map((h1) => h1.textContent)).toEqual([
      'Diagnóstico por Imagen\u00a03D',
    ])
    expect(page.querySelector('header')).not.toBeNull()
    expect(page.querySelector('footer')).not.toBeNull()
  })

  test('prices come from the catalogue', () => {
    const services = text('#servicios')
    expect(services).toContain('$1,234.50 MXN')
    expect(services).toContain('Desde $1,500.00 MXN')
    expect(services).toContain('$150.00 MXN cada uno')
    expect(services).not.toContain('Carpal')
  })

  test('the form offers what can be requested and never puts what is typed into an address', () => {
    const options = [...page.querySelectorAll('select option')].map((option) => option.textContent)
    expect(options).toEqual([
      'Selecciona un estudio',
      'Radiografía Panorámica',
      'Tomografías',
      'Trazados Cefalométricos',
    ])
    expect(page.querySelector('form')?.getAttribute('method')).toBe('post')
  })

  test('every example image is labelled and described', () => {
    const cards = [...page.querySelectorAll('[data-carousel] a')]
    expect(cards.length).toBeGreaterThan(0)
    for (const card of cards) expect(card.querySelector('img')?.alt).toMatch(/^Ejemplo ilustrativo/)
    const labels = [...page.querySelectorAll('span')].filter(
      ({ textContent }) => textContent === 'Imagen ilustrativa',
    )
    expect(labels).toHaveLength(4)
  })

  test('the form has beside it what React needs to take it over, which cannot break out of its attribute', async () => {
    const zone = '"><b>'
    const { html } = await render({ ...data, timeZone: zone })
    const place = new DOMParser().parseFromString(html, 'text/html').getElementById(requestFormPlace)
    expect({ ...place?.dataset }).toEqual({ version: data.clinic.privacy.version, zone })
    expect(place?.querySelector('b')).toBeNull()
  })

  test('needs no inline style or script, which the content policy forbids', () => {
    expect(page.querySelectorAll('[style], script')).toHaveLength(0)
  })

  test('the footer has contact, year and the privacy notice', () => {
    expect(text('footer')).toContain('© 2031')
    expect(page.querySelector('footer a[href="tel:+529620000000"]')).not.toBeNull()
    expect(page.querySelector('footer a[href="/aviso-de-privacidad"]')).not.toBeNull()
  })
})

describe('the head', () => {
  test('says title, address and preview, with the clinic written safely', () => {
    expect(head).toContain('<title>Diagnóstico por Imagen 3D | Rayos &#60;&#38;&#62; &#34;X&#34;</title>')
    expect(head).toContain('<link rel="canonical" href="https://clinica.mx/">')
    expect(head).toContain('content="https://clinica.mx/img/og.jpg"')
  })

  test('says no address where nobody knows it', async () => {
    const { head: without } = await render({ ...data, publicUrl: undefined })
    expect(without).not.toContain('canonical')
    expect(without).not.toContain('og:url')
  })

  test('the hours are those of the week, with what is closed soon below the address', async () => {
    expect(text('#about dl')).toBe('Lunes a sábado09:30 a 18:30 hDomingo09:30 a 13:30 h')
    const day = { kind: 'cierre', opens: null, closes: null } as const
    const closures = [
      { ...day, first_day: '2031-12-25', last_day: '2031-12-25', label: 'Navidad' },
      { ...day, first_day: '2031-12-28', last_day: '2032-01-02', label: 'Inventario' },
    ]
    const { html } = await render({ ...data, hours: { week: [], closures } })
    expect(html).toContain('Cerrado el 25/12/2031: Navidad')
    expect(html).toContain('Cerrado del 28/12/2031 al 02/01/2032: Inventario')
  })

  test('hours in clinic.json keep their words for people, and machines are told the week', async () => {
    const hours = [{ days: 'Con cita', opens: '07:00', closes: '08:00' }]
    const own = await render({ ...data, clinic: { ...data.clinic, hours } })
    expect(own.html).toContain('Con cita')
    expect(own.html).not.toContain('Lunes a sábado')
    expect(own.head).toContain('"opens":"09:30","closes":"18:30"')
  })

  test('describes the clinic to machines', () => {
    const [, block = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head) ?? []
    expect(block).not.toContain('<')
    const described: unknown = JSON.parse(block)
    expect(described).toMatchObject({
      '@type': ['MedicalClinic', 'Dentist'],
      name: data.clinic.name,
      address: { addressLocality: 'Tapachula', addressCountry: 'MX' },
      openingHoursSpecification: [
        { opens: '09:30', closes: '18:30', dayOfWeek: { length: 6, 0: 'https://schema.org/Monday' } },
        { opens: '09:30', closes: '13:30', dayOfWeek: ['https://schema.org/Sunday'] },
      ],
      hasOfferCatalog: {
        itemListElement: [
          { itemOffered: { name: 'Radiografía Panorámica' }, price: '1234.50', priceCurrency: 'MXN' },
          { itemOffered: { name: 'Tomografías (CBCT - 3D)' }, priceSpecification: { minPrice: '1500.00' } },
          { itemOffered: { name: 'Trazados Cefalométricos' }, price: '150.00' },
        ],
      },
    })
  })
})

test('without a catalogue every study stands there without a price, and machines are told of no offer', async () => {
  const bare = await render({ ...data, services: null })
  const services = new DOMParser().parseFromString(bare.html, 'text/html').querySelector('#servicios')
  const cards = services?.querySelectorAll('h3').length ?? 0
  expect(cards).toBeGreaterThan(4)
  expect(services?.textContent?.match(/Precio por confirmar/g)).toHaveLength(cards)
  // The hero stands there, and does not speak of prices.
  expect(bare.html).toContain('<h1')
  expect(bare.html).not.toContain('precios publicados')
  expect(bare.head).toContain('"itemListElement":[]')
})

test('the privacy notice shows every paragraph and its version, and leads back to the landing', async () => {
  const { html } = await renderPrivacy(data)
  for (const paragraph of data.clinic.privacy.paragraphs) expect(html).toContain(paragraph.slice(0, 30))
  expect(html).toContain(data.clinic.privacy.version)
  // It is long, and only its own page's.
  const [first = ''] = data.clinic.privacy.paragraphs
  expect((await render(data)).html).not.toContain(first.slice(0, 30))
  expect(html).toContain('href="/#contact"')
})
