import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { CalendarDays } from 'lucide-react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { addDays, dayWithoutYear } from '#domain/days.ts'
import { phoneText } from '#domain/phone.ts'
import { until } from '#tests/until.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { PatientHome } from './patient-home.tsx'

/** What the backend answers to each question; an AppError is thrown. */
const answers = new Map<ErrorCode, unknown>()
let results: object[] | AppError | Promise<object[]>

vi.mock('#web/backend/client.ts', () => {
  const say = (answer: unknown) => {
    if (answer instanceof AppError) throw answer
    return answer
  }
  const askPage = async (code: ErrorCode) => say(answers.get(code))
  const ask = async (code: ErrorCode) => say(code === 'load_my_studies' ? results : answers.get(code))
  return { ask, askPage, askFarPage: askPage }
})
vi.mock('#web/backend/picture-addresses.ts', () => ({
  preparePictures: () => {},
  knownPicture: () => null,
  pictureAddress: async (path: string) => `https://backend.test/${path}`,
}))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/hooks/use-live-tables.ts', () => ({ useLiveTables: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'patient' }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ ...sampleClinic, timeZone: 'America/Mexico_City' }),
  }),
}))

const today = '2026-11-20'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${today}T16:45:00Z`) })
  answers.set('load_my_studies', { rows: [], total: 0 })
  answers.set('load_appointments', null)
  answers.set('load_my_payments', { rows: [], total: 0 })
  answers.set('load_initial_data', [])
  answers.set('load_services', null)
  results = []
})
afterEach(() => {
  vi.useRealTimers()
  delete document.documentElement.dataset.reports
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
})

const areas = [
  { path: '/dashboard/my-studies', label: 'Mis Estudios', Icon: CalendarDays },
  { path: '/dashboard/appointments', label: 'Mis Citas', Icon: CalendarDays },
  { path: '/dashboard/my-payments', label: 'Mis Pagos', Icon: CalendarDays },
]

const tomography = {
  id: 'tac',
  study_type: 'Tomografías',
  study_date: '2026-11-18',
  file_url: 'patient/1/estudio.zip',
  file_name: 'estudio.zip',
  doctor_name: 'Dra. Lucía Fernández',
  study_previews: {
    kind: 'volume',
    ...{ thumb_path: 'patient/1/miniatura.webp', thumb_width: 480, thumb_height: 480 },
    ...{ cover_path: 'patient/1/portada.webp', cover_width: 1280, cover_height: 640 },
    tint: '202020',
    parts: { volumes: 1 },
  },
}
const carpal = { ...tomography, id: 'carpal', study_type: 'Radiografía Carpal', study_date: '2026-10-02' }
const link = {
  ...tomography,
  id: 'link',
  study_type: 'Escaneo Intraoral',
  study_date: '2026-11-20',
  ...{ file_url: 'https://archivos.test/abc', file_name: null, study_previews: null },
}
const empty = { ...link, id: 'empty', file_url: null }

async function show(given: { newest?: object; results?: typeof results } = {}) {
  if (given.newest) answers.set('load_my_studies', { rows: [given.newest], total: 9 })
  results = given.results ?? []
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <PatientHome
            areas={areas}
            actions={(study) => <button type="button">Abrir o compartir {study.study_type}</button>}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  })
}

const tiles = () =>
  areas.map(({ path }) =>
    screen
      .getAllByRole('link')
      .find((one) => one.getAttribute('href') === path && one.textContent !== 'Ver todos')
      ?.textContent?.replace(/\u00a0/g, ' '),
  )
const part = (name: string) => within(screen.getByRole('region', { name }))

it('tells the next relevant fact of each area', async () => {
  answers.set('load_appointments', { appointment_date: '2026-11-21', appointment_time: '11:30:00' })
  answers.set('load_my_payments', {
    rows: [{ payment_date: '2026-11-19', total_amount: 1250.5 }],
    total: 1,
  })
  await show({ newest: tomography, results: [tomography] })
  await screen.findByText(/Último pago/)
  expect(tiles()).toEqual([
    'Mis EstudiosÚltimo estudio: 18/11/2026',
    'Mis CitasPróxima cita: 21/11/2026, 11:30 a. m.',
    'Mis PagosÚltimo pago: 19/11/2026, $1,250.50',
  ])
})

it('asks for the visit while the result above it is on its way, and draws it on a phone with the result', async () => {
  let answer = (_: object[]) => {}
  answers.set('load_appointments', { appointment_date: '2026-11-21', appointment_time: '11:30:00' })
  await show({ newest: tomography, results: new Promise<object[]>((resolve) => (answer = resolve)) })
  const visit = await screen.findByText('mañana')
  expect(visit.closest('.max-md\\:hidden')).not.toBeNull()
  await act(async () => answer([tomography]))
  expect(visit.closest('.max-md\\:hidden')).toBeNull()
})

it('says when there is nothing yet, and what could not be read', async () => {
  answers.set('load_my_studies', new AppError('load_my_studies', 'server'))
  await show({ results: new AppError('load_my_studies', 'server') })
  await until(() =>
    expect(tiles()).toEqual([
      'Mis EstudiosNo disponible por ahora.',
      'Mis CitasNo tienes próximas citas.',
      'Mis PagosNo tienes pagos registrados.',
    ]),
  )
})

it('shows the newest result with its cover, and what can be done with it', async () => {
  await show({ newest: tomography, results: [tomography] })
  await screen.findByRole('heading', { name: 'Tu resultado más reciente' })
  const latest = part('Tu resultado más reciente')
  const picture = latest.getByRole<HTMLImageElement>('img', {
    name: 'Vista previa de Tomografías del 18/11/2026',
  })
  await until(() => expect(picture.src).toContain('portada'))
  expect(latest.getByRole('heading', { name: 'Tomografías' })).toBeTruthy()
  expect(latest.getByText('18/11/2026').closest('p')?.textContent).toBe('18/11/2026 · Dra. Lucía Fernández')
  expect(latest.getByText('Imágenes listas. Tus dientes y tus huesos en 3D, corte por corte.')).toBeTruthy()
  expect(latest.getByRole('link', { name: 'Ver imágenes' }).getAttribute('href')).toBe('/dashboard/study/tac')
  expect(latest.getByRole('button', { name: 'Abrir o compartir Tomografías' })).toBeTruthy()
  expect(screen.queryByText(/También hay/)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Resultados anteriores' })).toBeNull()
})

const signed = { state: 'firmado', addenda: 0, signed_at: '2026-11-18T16:00:00+00:00' }
const opened = [{ what: 'report', last_at: '2026-11-18T17:00:00+00:00' }]
const progressed = {
  'being written': { progress: 'en_interpretacion', report_heads: [], study_seen: [] },
  delivered: { progress: 'entregado', report_heads: [signed], study_seen: [] },
  read: { progress: 'visto', report_heads: [signed], study_seen: opened },
  added: { progress: 'entregado', report_heads: [{ ...signed, addenda: 1 }], study_seen: opened },
  annulled: { progress: 'recibido', report_heads: [{ ...signed, state: 'anulado' }], study_seen: opened },
}

it.each([
  ['being written', 'Imágenes listas. Tu informe está en interpretación.', ['Ver imágenes']],
  ['delivered', 'Tu informe está listo.', ['Leer informe', 'Ver imágenes']],
  ['read', 'Tu informe está listo.', ['Ver imágenes', 'Leer informe']],
  ['added', 'Tu informe tiene una adenda nueva.', ['Leer informe', 'Ver imágenes']],
  ['annulled', 'El informe fue anulado. La clínica te dirá qué sigue.', ['Ver imágenes', 'Ver detalles']],
] as const)(
  'of a report %s says how it stands, and offers first what is new',
  async (state, words, links) => {
    const study = { ...tomography, ...progressed[state] }
    await show({ newest: study, results: [study] })
    await screen.findByRole('heading', { name: 'Tu resultado más reciente' })
    const latest = part('Tu resultado más reciente')
    expect(latest.getByText(words)).toBeTruthy()
    const named = latest.getAllByRole('link').filter((link) => !link.querySelector('img'))
    expect(named.map(({ textContent }) => textContent)).toEqual(links)
  },
)

it('of a clinic that writes no reports says nothing of one', async () => {
  document.documentElement.dataset.reports = 'off'
  const study = { ...tomography, ...progressed.delivered }
  await show({ newest: study, results: [study] })
  await screen.findByRole('heading', { name: 'Tu resultado más reciente' })
  expect(screen.getByText(/^Imágenes listas\./)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/informe/i)
})

it('shows the earlier results, each picture a link to its images', async () => {
  await show({ newest: tomography, results: [tomography, carpal] })
  await screen.findByRole('heading', { name: 'Resultados anteriores' })
  const earlier = part('Resultados anteriores')
  expect(
    earlier
      .getByRole('link', { name: 'Vista previa de Radiografía Carpal del 02/10/2026' })
      .getAttribute('href'),
  ).toBe('/dashboard/study/carpal')
  expect(earlier.getByRole('link', { name: 'Ver todos' }).getAttribute('href')).toBe('/dashboard/my-studies')
})

it('names a newer link below the newest file, with its button', async () => {
  await show({ newest: link, results: [tomography] })
  const line = await screen.findByText('También hay un estudio nuevo: Escaneo Intraoral, 20/11/2026.')
  expect(part('Tu resultado más reciente').getByRole('heading', { level: 3 }).textContent).toBe('Tomografías')
  expect(line.parentElement?.textContent).toContain('Abrir o compartir Escaneo Intraoral')
})

it('names a newer study that is empty, with the way to it', async () => {
  await show({ newest: empty, results: [tomography] })
  await screen.findByText('También hay un estudio nuevo: Escaneo Intraoral, 20/11/2026.')
  expect(screen.getByRole('link', { name: 'Ver Escaneo Intraoral' }).getAttribute('href')).toBe(
    '/dashboard/study/empty',
  )
})

it('without a file the newest study stands alone', async () => {
  await show({ newest: link })
  expect((await screen.findByRole('heading', { level: 3 })).textContent).toBe('Escaneo Intraoral')
  expect(screen.getByText('archivos.test')).toBeTruthy()
  expect(screen.queryByText(/Imágenes listas/)).toBeNull()
  expect(screen.queryByText(/También hay/)).toBeNull()
})

it('without a study says so, and the tiles stay', async () => {
  await show()
  await screen.findByText('Todavía no tienes resultados. Aparecerán aquí en cuanto tu clínica los publique.')
  // One card says what will come and how to ask for it.
  expect(screen.getAllByRole('region').map((region) => region.textContent)).toHaveLength(1)
  const results = part('Tu próxima cita').getByText(/^Todavía no tienes resultados/)
  expect(results.previousElementSibling).toBe(screen.getByRole('heading', { name: 'Tus resultados' }))
  expect(part('Tu próxima cita').getByRole('link', { name: 'Pedir un estudio' }).className).toContain(
    'bg-action',
  )
  await until(() =>
    expect(tiles()).toEqual([
      'Mis EstudiosTodavía no tienes estudios.',
      'Mis CitasNo tienes próximas citas.',
      'Mis PagosNo tienes pagos registrados.',
    ]),
  )
})

const visit = {
  id: 'cita',
  appointment_time: '09:30:00',
  study_type: 'Tomografías',
  doctor_name: 'Dra. Lucía Ferrer Soto',
}

it.each([
  [today, 'Te esperamos hoy a las 09:30 a. m.'],
  [addDays(today, 1), 'Te esperamos mañana a las 09:30 a. m.'],
  [addDays(today, 9), `Te esperamos el ${dayWithoutYear(addDays(today, 9))} a las 09:30 a. m.`],
])('says the next visit of %s as a sentence', async (day, sentence) => {
  answers.set('load_appointments', { ...visit, appointment_date: day })
  answers.set('load_services', { preparation: 'Ven sin aretes ni collares.' })
  await show()
  await until(() => expect(part('Tu próxima cita').getByText(/Te esperamos/)).toBeTruthy())
  const next = part('Tu próxima cita')
  expect(next.getByText(/Te esperamos/).textContent?.replace(/\u00a0/g, ' ')).toBe(sentence)
  expect(next.getByText(/^Tomografías con la Dra. Lucía Ferrer Soto/)).toBeTruthy()
  expect(await next.findByText('Ven sin aretes ni collares.')).toBeTruthy()
  expect((await next.findByRole('link', { name: /Cómo llegar/ })).getAttribute('href')).toBe(
    sampleClinic.mapUrl,
  )
  expect(next.getByRole('link', { name: `Llamar al ${phoneText(sampleClinic.phone)}` })).toBeTruthy()
  expect(next.getByRole('button', { name: 'Agregar al calendario' })).toBeTruthy()
  expect(next.getByRole('button', { name: 'Cambiar o cancelar' })).toBeTruthy()
})

it('of a visit without an hour tells the day alone', async () => {
  answers.set('load_appointments', { ...visit, appointment_date: today, appointment_time: null })
  await show()
  expect((await screen.findByText(/Te esperamos/)).textContent).toBe('Te esperamos hoy.')
})

it('without a visit leads to the form', async () => {
  await show()
  const link = await screen.findByRole('link', { name: 'Pedir un estudio' })
  expect(link.getAttribute('href')).toBe('/#contact')
})
