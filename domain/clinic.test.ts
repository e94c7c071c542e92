import { describe, expect, it } from 'vitest'
import { parseClinic, sampleClinic } from './clinic.ts'
import { sampleParts } from './clinic-visit.ts'

const street = {
  name: 'x',
  points: [
    [0, 0],
    [1, 1],
  ],
}
/** The sample without what would be untrue of a clinic that did not say it. */
const unsaid = {
  map: null,
  people: [],
  machine: null,
  visit: sampleClinic.visit.map((step) => ({ ...step, minutes: null })),
}

describe("the clinic's file", () => {
  it('may be empty: the sample is shown, without invented people, machine, minutes or map', () => {
    expect(parseClinic({})).toEqual({ ...sampleClinic, ...unsaid })
  })

  it('accepts the whole sample', () => {
    expect(parseClinic(structuredClone(sampleClinic))).toEqual(sampleClinic)
  })

  it('takes images of the clinic, illustrative unless it says otherwise', () => {
    const given = [
      { file: 'mano.jpg', alt: ' Mano ' },
      { file: 'm2.avif', alt: 'Otra', illustrative: false },
    ]
    expect(parseClinic({ images: { carpal: given } }).images).toEqual({
      carpal: [
        { file: 'mano.jpg', alt: 'Mano', illustrative: true },
        { file: 'm2.avif', alt: 'Otra', illustrative: false },
      ],
    })
  })

  it('takes a logo of its own, and ours without one', () => {
    expect(parseClinic({ logo: ' marca.png ' }).logo).toBe('marca.png')
    expect(parseClinic({ logo: null }).logo).toBeNull()
  })

  it('changes only what it mentions', () => {
    const clinic = parseClinic({ name: ' Rayos ', address: { town: 'Comitán' }, social: [] })
    expect(clinic).toEqual({
      ...sampleClinic,
      ...unsaid,
      name: 'Rayos',
      address: { ...sampleClinic.address, town: 'Comitán' },
      social: [],
    })
  })

  it('writes by WhatsApp to its phone, to another one, or not at all', () => {
    expect(parseClinic({ phone: '961 111 2222' }).whatsapp).toBe('961 111 2222')
    expect(parseClinic({ phone: '961 111 2222', whatsapp: '961 333 4444' }).whatsapp).toBe('961 333 4444')
    expect(parseClinic({ whatsapp: null }).whatsapp).toBeNull()
  })

  it('takes people, machine, visit, questions and the words for dentists', () => {
    const given = {
      people: [{ name: ' Ana ', role: 'Radióloga', licence: '123', photo: 'ana.webp' }],
      machine: { name: 'CBCT', text: 'Un equipo.', photo: 'equipo.jpg' },
      visit: [{ title: 'Llegas', minutes: 5, text: 'Te recibimos.' }],
      questions: [{ question: '¿Duele?', answer: 'Pregúntanos.' }],
      dentists: { text: 'Manda a tu paciente.', points: ['Un enlace.'] },
    }
    expect(parseClinic(given)).toMatchObject({ ...given, people: [{ ...given.people[0], name: 'Ana' }] })
    expect(parseClinic({ people: [{ name: 'Luis', role: 'Recepción' }] }).people).toEqual([
      { name: 'Luis', role: 'Recepción', licence: null, photo: null },
    ])
    expect(parseClinic({ visit: [], questions: [], dentists: null })).toMatchObject({
      visit: [],
      questions: [],
      dentists: null,
    })
  })

  it('takes a map: streets and what people know the place by, in metres east and north', () => {
    const streets = [
      {
        name: 'Calle 1',
        points: [
          [-10, 0],
          [10.5, 2],
        ],
      },
    ]
    expect(parseClinic({ map: { streets } }).map).toEqual({
      streets: [{ ...streets[0], main: false }],
      landmarks: [],
    })
    const landmarks = [{ name: 'Parque', at: [3, 4], size: [20, 30] }]
    expect(parseClinic({ map: { streets, landmarks } }).map?.landmarks).toEqual(landmarks)
  })

  it('draws no more than four landmarks', () => {
    const landmarks = Array.from({ length: 5 }, () => ({ name: 'Parque', at: [3, 4] }))
    expect(() => parseClinic({ map: { streets: [street], landmarks } })).toThrow(
      '«map.landmarks» debe tener 4 lugares o menos',
    )
  })

  it('knows which of its texts are still the sample’s', () => {
    expect(sampleParts(sampleClinic)).toEqual(['visit', 'questions', 'dentists', 'people', 'machine'])
    expect(sampleParts(parseClinic({}))).toEqual(['visit', 'questions', 'dentists'])
    const minutes = sampleClinic.visit.map((step) => ({ ...step, minutes: 7 }))
    expect(sampleParts(parseClinic({ visit: minutes, questions: [], dentists: null }))).toEqual(['visit'])
  })

  it('takes the agenda by the names of days, with accents or without; days left out are closed', () => {
    const { agenda } = parseClinic({
      agenda: { miercoles: ['16:00-18:30', '09:30-14:00'], sábado: ['10:00-24:00'], domingo: [] },
    })
    expect(agenda).toEqual([
      { weekday: 3, opens: '16:00', closes: '18:30' },
      { weekday: 3, opens: '09:30', closes: '14:00' },
      { weekday: 6, opens: '10:00', closes: '24:00' },
    ])
    expect(parseClinic({}).agenda).toBeNull()
  })

  it.each([
    [null, 'el archivo debe contener un objeto'],
    [[], 'el archivo debe contener un objeto'],
    [{ nombre: 'x' }, '«nombre» no existe'],
    [{ name: '' }, '«name» debe ser un texto'],
    [{ name: 7 }, '«name» debe ser un texto'],
    [{ logo: '' }, '«logo» debe ser un texto'],
    [{ logo: '../marca.png' }, '«logo» debe ser el nombre'],
    [{ logo: 'https://x.test/marca.png' }, '«logo» debe ser el nombre'],
    [{ logo: 'marca.svg' }, '«logo» debe ser el nombre'],
    [{ address: 'Calle 1' }, '«address» debe ser un objeto'],
    [{ address: { cp: '1' } }, '«address.cp» no existe'],
    [{ address: { postalCode: '123' } }, '«address.postalCode» debe tener 5 dígitos'],
    [{ phone: '123' }, '«phone» debe ser un teléfono'],
    [{ email: 'nada' }, '«email» debe ser un correo electrónico'],
    [{ mapUrl: 'javascript:alert(1)' }, '«mapUrl» debe ser un enlace https'],
    [{ social: {} }, '«social» debe ser una lista'],
    [{ social: [{ label: 'X', url: 'http://x.test' }] }, '«social[0].url» debe ser un enlace https'],
    [{ hours: [{ days: 'Lunes', opens: '9:30', closes: '18:30' }] }, '«hours[0].opens» debe ser una hora'],
    [{ hours: [{ days: 'Lunes', opens: '18:30', closes: '09:30' }] }, '«hours[0].closes» debe ser posterior'],
    [{ agenda: [] }, '«agenda» debe ser un objeto'],
    [{ agenda: { monday: [] } }, '«agenda.monday» no existe'],
    [{ agenda: { lunes: '09:30-14:00' } }, '«agenda.lunes» debe ser una lista'],
    [{ agenda: { lunes: ['9:30-14:00'] } }, '«agenda.lunes[0]» debe ser un horario como 09:30-14:00'],
    [{ agenda: { lunes: ['09:15-14:00'] } }, '«agenda.lunes» está mal: Usa horas en punto o y media.'],
    [
      { agenda: { lunes: ['09:30-14:00', '13:00-15:00'] } },
      '«agenda.lunes» está mal: Los horarios de lunes se enciman.',
    ],
    [{ whatsapp: '' }, '«whatsapp» debe ser un texto'],
    [{ whatsapp: '123' }, '«whatsapp» debe ser un teléfono o null'],
    [{ people: {} }, '«people» debe ser una lista'],
    [{ people: [{ name: 'Ana' }] }, '«people[0].role» debe ser un texto'],
    [{ people: [{ name: 'Ana', role: 'x', cedula: '1' }] }, '«people[0].cedula» no existe'],
    [{ people: [{ name: 'Ana', role: 'x', photo: '../a.png' }] }, '«people[0].photo» debe ser el nombre'],
    [{ machine: { name: 'CBCT' } }, '«machine.text» debe ser un texto'],
    [{ machine: { name: 'CBCT', text: 'x', photo: 'x.svg' } }, '«machine.photo» debe ser el nombre'],
    [{ visit: [{ title: 'x', text: 'y', minutes: 2.5 }] }, '«visit[0].minutes» debe ser un número entero'],
    [{ visit: [{ title: 'x', text: 'y', minutes: '5' }] }, '«visit[0].minutes» debe ser un número entero'],
    [{ visit: [{ title: 'x', text: 'y', minutes: 0 }] }, '«visit[0].minutes» debe ser un número entero'],
    [{ questions: [{ question: 'x' }] }, '«questions[0].answer» debe ser un texto'],
    [{ dentists: { text: 'x', points: [''] } }, '«dentists.points[0]» debe ser un texto'],
    [{ map: { streets: [] } }, '«map.streets» no puede estar vacío'],
    [
      { map: { streets: [{ name: 'x', points: [[0, 0]] }] } },
      '«map.streets[0].points» debe tener al menos dos',
    ],
    [
      { map: { streets: [{ name: 'x', points: [[0, 0], [1]] }] } },
      '«map.streets[0].points[1]» debe ser [este',
    ],
    [
      {
        map: {
          streets: [
            {
              name: 'x',
              points: [
                [0, 0],
                [9999, 1],
              ],
            },
          ],
        },
      },
      '«map.streets[0].points[1]» debe ser [este',
    ],
    [
      { map: { streets: [{ name: 'x', main: 1, points: [] }] } },
      '«map.streets[0].main» debe ser true o false',
    ],
    [
      { map: { streets: [street], landmarks: [{ name: 'x', at: [1, 2], size: [0, 2] }] } },
      '«map.landmarks[0].size» debe ser mayor que cero',
    ],
    [{ privacy: { paragraphs: ['x'] } }, '«privacy.version» debe ser un texto'],
    [{ images: { muela: [] } }, '«images.muela» no existe'],
    [{ images: { carpal: [] } }, '«images.carpal» no puede estar vacío'],
    [{ images: { carpal: [{ file: '../x.png', alt: 'x' }] } }, '«images.carpal[0].file» debe ser el nombre'],
    [{ images: { carpal: [{ file: 'x.svg', alt: 'x' }] } }, '«images.carpal[0].file» debe ser el nombre'],
    [{ images: { carpal: [{ file: 'x.png' }] } }, '«images.carpal[0].alt» debe ser un texto'],
    [
      { images: { carpal: [{ file: 'x.png', alt: 'x', illustrative: 'no' }] } },
      '«images.carpal[0].illustrative» debe ser true o false',
    ],
    [{ privacy: { version: '1', paragraphs: [] } }, '«privacy.paragraphs» no puede estar vacío'],
    [{ privacy: { version: '1', paragraphs: [3] } }, '«privacy.paragraphs[0]» debe ser un texto'],
  ])('%j is refused', (file, problem) => {
    expect(() => parseClinic(file)).toThrow(problem)
  })
})

it('marks the sample privacy notice as a template', () => {
  expect(sampleClinic.privacy.paragraphs[0]).toMatch(/^PLANTILLA/)
})
