import { describe, expect, it } from 'vitest'
import { parseClinic, sampleClinic } from './clinic.ts'

describe("the clinic's file", () => {
  it('may be empty: the sample is shown', () => {
    expect(parseClinic({})).toEqual(sampleClinic)
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
      name: 'Rayos',
      address: { ...sampleClinic.address, town: 'Comitán' },
      social: [],
    })
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
