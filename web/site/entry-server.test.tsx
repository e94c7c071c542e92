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
  hours: { week: [...seedWeek], closures: [], complete: true },
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
    expect([...page.querySelectorAll('main section')].map(({ id }) => id)).toEqual([
      'inicio',
      'about',
      'servicios',
      '',
      'visita',
      'preguntas',
      'odontologos',
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
    // Three cards, the hero, and the picture for dentists.
    expect(labels).toHaveLength(5)
    expect(page.querySelector('#odontologos img')?.getAttribute('loading')).toBe('lazy')
  })

  test('the form has beside it what React needs to take it over, which cannot break out of its attribute', async () => {
    const zone = '"><b>'
    const { html } = await render({ ...data, timeZone: zone })
    const place = new DOMParser().parseFromString(html, 'text/html').getElementById(requestFormPlace)
    expect({ ...place?.dataset }).toEqual({
      version: data.clinic.privacy.version,
      zone,
      name: data.clinic.name,
      phone: data.clinic.phone,
      whatsapp: data.clinic.whatsapp,
    })
    expect(place?.querySelector('b')).toBeNull()
  })

  test('needs no inline style or script, which the content policy forbids', () => {
    expect(page.querySelectorAll('[style], script')).toHaveLength(0)
  })

  test('for who is signed in the hero begins with the way to the panel, its one solid button', () => {
    const [bar, hero] = ['header nav', '#inicio'].map(
      (place) => page.querySelector(`${place} template[data-account]`)?.innerHTML ?? '',
    )
    expect(hero).toContain('Ir a mi panel')
    expect(hero).toContain('bg-action')
    expect(bar).toContain('Mi Panel')
    expect(bar).not.toContain('bg-action')
  })

  test('the footer has address, hours, contact, year and the privacy notice', () => {
    expect(text('footer')).toContain('© 2031')
    expect(page.querySelector('footer a[href="tel:+529620000000"]')).not.toBeNull()
    expect(page.querySelector('footer a[href^="https://wa.me/"]')).not.toBeNull()
    expect(text('footer')).toContain('Calle de la Ceiba 100, Colonia CentroTapachula, Chiapas')
    expect(text('footer')).toContain('Lunes a sábado09:30 a. m. a 06:30 p. m.')
    expect(page.querySelector('footer a[href="/aviso-de-privacidad"]')).not.toBeNull()
  })
})

describe('what the clinic tells of a visit', () => {
  const landing = async (clinic: Partial<LandingData['clinic']>) => {
    const { html } = await render({ ...data, clinic: { ...data.clinic, ...clinic } })
    return new DOMParser().parseFromString(html, 'text/html')
  }

  test('its people, its machine and its place; without photographs initials and words', async () => {
    expect(text('#about')).toContain(
      'ERDra. Elena Robles IbarraRadióloga maxilofacialCédula profesional 00000001',
    )
    expect(page.querySelectorAll('#about img')).toHaveLength(0)
    expect(page.querySelector('#about svg[role=img]')?.textContent).toContain('Calle de la Ceiba')
    const [person] = data.clinic.people
    const own = await landing({
      people: person ? [{ ...person, licence: null, photo: 'elena.webp' }] : [],
      machine: { name: 'Tomógrafo', text: 'Uno.', photo: 'equipo.jpg' },
    })
    const images = [...own.querySelectorAll('#about img')]
    expect(images.map((image) => image.getAttribute('src'))).toEqual([
      '/img/clinica/elena.webp',
      '/img/clinica/equipo.jpg',
    ])
    expect(own.querySelector('#about')?.textContent).not.toContain('Cédula')
  })

  test('nothing in the place of what it does not tell', async () => {
    const bare = await landing({
      map: null,
      people: [],
      machine: null,
      visit: [],
      questions: [],
      dentists: null,
      whatsapp: null,
    })
    expect([...bare.querySelectorAll('main section')].map(({ id }) => id)).toEqual([
      'inicio',
      'about',
      'servicios',
      '',
      'contact',
    ])
    expect([...bare.querySelectorAll('#about h3')].map((heading) => heading.textContent)).toEqual([
      '¿Quiénes somos?',
      '¿Qué hacemos?',
      'Nuestro Propósito',
      '¿Dónde estamos?',
      'Horario',
    ])
    expect(bare.querySelector('#about img, #about svg[role=img]')).toBeNull()
    expect(bare.querySelector('#about address')?.textContent).toContain('Calle de la Ceiba 100')
    expect(bare.querySelector('a[href*="wa.me"]')).toBeNull()
    expect(bare.querySelectorAll('a[href^="tel:"]').length).toBeGreaterThan(2)
  })

  test('answers to questions, the first of them open', () => {
    const open = [...page.querySelectorAll('#preguntas details')].map((one) => one.hasAttribute('open'))
    expect(open).toEqual([true, false, false, false, false])
  })

  test('its steps with their minutes, and a sum only of minutes', async () => {
    expect(text('#visita')).toContain('En total, unos 20 minutos en el gabinete.')
    const steps = data.clinic.visit.map((step) => ({ ...step, minutes: null }))
    const visit = (await landing({ visit: steps })).querySelector('#visita')
    expect(visit?.querySelectorAll('li')).toHaveLength(4)
    expect(visit?.textContent).not.toMatch(/minutos|min\b/)
  })

  test('WhatsApp and the telephone, with a message that is ready', () => {
    const bar = page.querySelector('nav[aria-label="Contacto rápido"]')
    expect(
      [...(bar?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Agendar', '#contact'],
      ['WhatsApp', 'https://wa.me/529620000000?text=Hola%2C%20quiero%20agendar%20un%20estudio.'],
      ['Llamar', 'tel:+529620000000'],
    ])
    expect(text('header')).toContain(data.clinic.phone)
    expect(page.querySelector('#contact a[href^="tel:"]')).not.toBeNull()
  })

  test('the study with several prices leads the services and begins with its volume', () => {
    const [first] = page.querySelectorAll('#servicios li')
    expect(first?.querySelector('h3')?.textContent).toBe('Tomografías (CBCT - 3D)')
    expect(first?.querySelector('img')?.getAttribute('src')).toContain('cbct_3d')
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
    expect(text('#about dl')).toBe('Lunes a sábado09:30 a. m. a 06:30 p. m.Domingo09:30 a. m. a 01:30 p. m.')
    // 'a. m.' stays with its hour.
    expect(page.querySelector('#about dd')?.textContent).toBe('09:30\u00a0a.\u00a0m. a 06:30\u00a0p.\u00a0m.')
    const day = { kind: 'cierre', opens: null, closes: null } as const
    const closures = [
      { ...day, first_day: '2031-12-25', last_day: '2031-12-25', label: 'Navidad' },
      { ...day, first_day: '2031-12-28', last_day: '2032-01-02', label: 'Inventario' },
    ]
    const { html } = await render({ ...data, hours: { week: [], closures, complete: true } })
    expect(html).toContain('Cerrado el 25/12/2031: Navidad')
    expect(html).toContain('Cerrado del 28/12/2031 al 02/01/2032: Inventario')
  })

  test('hours in clinic.json keep their words for people', async () => {
    const hours = [{ days: 'Con cita', opens: '07:00', closes: '08:00' }]
    const own = await render({ ...data, clinic: { ...data.clinic, hours } })
    expect(own.html).toContain('Con cita')
    expect(own.html).not.toContain('Lunes a sábado')
    // The week may be another: the page must not say that it is open.
    expect(own.html).not.toContain('data-hours')
  })

  test('does not say whether it is open while hours of the next days are untold', async () => {
    expect(page.querySelector('[data-hours]')).not.toBeNull()
    const { html } = await render({ ...data, hours: { week: [...seedWeek], closures: [], complete: false } })
    expect(html).not.toContain('data-hours')
    expect(html).toContain('Lunes a sábado')
  })

  test('machines are told the week, whatever the words for people are', async () => {
    const hours = [{ days: 'Con cita', opens: '07:00', closes: '08:00' }]
    const own = await render({ ...data, clinic: { ...data.clinic, hours } })
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
  const text = new DOMParser().parseFromString(html, 'text/html').querySelector('article')?.textContent ?? ''
  for (const paragraph of data.clinic.privacy.paragraphs) expect(text).toContain(paragraph.slice(-30))
  // What stands before the first colon is a heading; the template says so as it is.
  expect(html).toMatch(/<h2[^>]*id="parte-2"[^>]*>Responsable<\/h2>/)
  expect(html).toMatch(/<a href="#parte-2"[^>]*>Responsable<\/a>/)
  expect(html).not.toMatch(/<h2[^>]*>PLANTILLA/)
  expect(html).toContain(data.clinic.privacy.version)
  // It is long, and only its own page's.
  const [first = ''] = data.clinic.privacy.paragraphs
  expect((await render(data)).html).not.toContain(first.slice(0, 30))
  expect(html).toContain('href="/#contact"')
})
