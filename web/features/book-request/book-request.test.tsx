import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { addDays, formatDay } from '#domain/days.ts'
import { until } from '#tests/until.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { createPatient } from '#web/backend/functions.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { BookRequestScreen } from './book-request-screen.tsx'

const answers = new Map<ErrorCode, unknown>()
/** The codes that were asked for. */
let asked: ErrorCode[] = []
/** What was to be booked. */
const sent: object[] = []
vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode, send: (client: object) => unknown) => {
    asked.push(code)
    if (code === 'create_appointment') send({ rpc: (_: string, row: object) => sent.push(row) })
    const answer = answers.get(code)
    if (answer instanceof Error) throw answer
    return answer
  }
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/backend/functions.ts', () => ({ createPatient: vi.fn(), acceptRequest: vi.fn() }))
/** What is called when somebody changed the request or its appointments. */
let followers: (() => void)[] = []
vi.mock('#web/hooks/use-live-tables.ts', () => ({
  useLiveTables: (_tables: object, _filter: string, changed: () => void) => {
    followers.push(changed)
    return 'online'
  },
}))
vi.mock('#web/queries/clinic.ts', async () => {
  const { sampleClinic } = await import('#domain/clinic.ts')
  return { clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => sampleClinic }) }
})
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'doctora', full_name: 'Dra. Lucía Ferrer', is_admin: false, role: 'doctor' }),
}))

const tomorrow = '2026-11-21'
const request = {
  id: 42,
  patient_name: 'Ana Ñúñez',
  patient_email: 'ana@correo.test',
  patient_phone: '961 123 4567',
  patient_age: 30,
  study_type: 'Xerografía',
  referring_doctor: null,
  notes: 'Usa brackets.',
  tentative_date: tomorrow,
  status: 'pendiente',
  created_at: '2026-11-21T02:00:00Z',
  tracking_code: 'ABCDEFGH',
  citas: [] as object[],
}
const slots = (...lines: string[]) => ['day,at,taken', ...lines].join('\n')

// What loads later is there already.
beforeAll(() => import('./stage.tsx'))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T16:45:00Z') })
  asked = []
  answers.clear()
  answers.set('load_request', request)
  answers.set('load_patient', { outcome: 'new', self_booking: true, mail: false, notice_hours: 4 })
  answers.set('load_patients', [])
  answers.set('load_requests', { rows: [], total: 0 })
  answers.set('load_clinic_hours', slots(`${tomorrow},09:30:00,t`, `${tomorrow},10:00:00,f`))
  answers.set('create_appointment', { id: 'cita' })
  answers.set('load_appointments', null)
  vi.mocked(createPatient).mockReset()
  vi.mocked(createPatient).mockResolvedValue({
    outcome: 'created',
    id: 'ana',
    email: request.patient_email,
    fullName: request.patient_name,
    tempPassword: 'x7Kp2mQw9Rtz',
  })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  localStorage.clear()
  dismissToast(toastStore.get()?.id ?? 0)
})

function show() {
  const router = createMemoryRouter([{ path: '/:requestId', Component: BookRequestScreen }], {
    initialEntries: ['/42'],
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const book = () => screen.findByRole('button', { name: 'Agendar cita' })

it('proposes the first free hour, keeps the study, makes the account and books', async () => {
  const user = show()
  expect(await screen.findByRole('radio', { name: /^10:00/, checked: true })).toBeTruthy()
  expect(screen.getByRole('radio', { name: /^09:30.*ocupado$/ })).toHaveProperty('disabled', true)
  expect(screen.getAllByText('Xerografía').length).toBeGreaterThan(0)
  await user.click(await book())
  expect(await screen.findByRole('heading', { name: 'Cita agendada' })).toBe(document.activeElement)
  expect(vi.mocked(createPatient).mock.lastCall?.[0]).toMatchObject({ requestId: '42', age: 30 })
  await user.click(await screen.findByRole('button', { name: 'Contraseña temporal' }))
  expect(screen.getByText('x7Kp2mQw9Rtz')).toBeTruthy()
})

it('books nothing before the hours are there', async () => {
  let arrive = (_: string) => {}
  answers.set('load_clinic_hours', new Promise<string>((resolve) => (arrive = resolve)))
  show()
  expect(await book()).toHaveProperty('disabled', true)
  arrive(slots(`${tomorrow},09:30:00,f`))
  await screen.findByRole('radio', { name: /^09:30/ })
  expect(await book()).toHaveProperty('disabled', false)
})

it('says which day has no free hours', async () => {
  const next = addDays(tomorrow, 1)
  answers.set('load_clinic_hours', slots(`${tomorrow},09:30:00,t`, `${next},09:30:00,f`))
  show()
  expect(
    await screen.findByText(`El ${formatDay(tomorrow)} no tiene horarios libres: este es el siguiente día.`),
  ).toBeTruthy()
  expect(screen.getByDisplayValue(next)).toHaveProperty('checked', true)
})

it('says that the tentative day has passed, not that it has no free hours', async () => {
  const past = addDays(tomorrow, -40)
  answers.set('load_request', { ...request, tentative_date: past })
  answers.set('load_clinic_hours', slots(`${addDays(tomorrow, 1)},09:30:00,f`))
  show()
  expect(
    await screen.findByText(
      `La fecha tentativa (${formatDay(past)}) ya pasó: te proponemos el primer horario libre a partir de mañana.`,
    ),
  ).toBeTruthy()
})

it('proposes to somebody who named no day an hour from a day ahead on, and lets today be chosen', async () => {
  const today = addDays(tomorrow, -1)
  const later = addDays(tomorrow, 1)
  answers.set('load_request', { ...request, tentative_date: null })
  answers.set(
    'load_clinic_hours',
    slots(`${today},23:59:00,f`, `${tomorrow},00:00:00,f`, `${later},10:00:00,f`),
  )
  const user = show()
  expect(await screen.findByRole('radio', { name: /^10:00/, checked: true })).toBeTruthy()
  expect(screen.getByDisplayValue(later)).toHaveProperty('checked', true)
  await user.click(screen.getByDisplayValue(today))
  expect(await screen.findByRole('radio', { name: /^11:59/, checked: true })).toBeTruthy()
})

it('proposes nothing that a link could not change any more', async () => {
  const [later, enough] = [addDays(tomorrow, 1), addDays(tomorrow, 2)]
  answers.set('load_request', { ...request, tentative_date: null })
  answers.set('load_patient', { outcome: 'new', self_booking: true, mail: false, notice_hours: 72 })
  answers.set('load_clinic_hours', slots(`${later},11:00:00,f`, `${enough},11:00:00,f`))
  show()
  expect(await screen.findByRole('radio', { name: /^11:00/, checked: true })).toBeTruthy()
  expect(screen.getByDisplayValue(enough)).toHaveProperty('checked', true)
})

it('gives the focus to the studies that a press opens', async () => {
  answers.set('load_services', [])
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Cambiar estudio' }))
  expect(await screen.findByRole('combobox', { name: /Tipo de Estudio/ })).toBe(document.activeElement)
})

it('of a slot that was lost meanwhile says so, and then only books', async () => {
  const taken = 'Ese horario acaba de ocuparse. Elige otro.'
  answers.set('create_appointment', new AppError('create_appointment', 'conflict', taken))
  const user = show()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  await user.click(await book())
  expect(
    await screen.findByText(
      'El horario se ocupó mientras agendabas. Elige otro; el paciente ya quedó registrado.',
    ),
  ).toBeTruthy()
  answers.set('create_appointment', { id: 'cita' })
  await user.click(screen.getByRole('radio', { name: /^10:00/ }))
  await user.click(await book())
  expect(await screen.findByRole('heading', { name: 'Cita agendada' })).toBeTruthy()
  expect(createPatient).toHaveBeenCalledOnce()
})

it('after a lost answer asks for the same again under the same id, and for another hour under another', async () => {
  sent.length = 0
  answers.set('load_clinic_hours', slots(`${tomorrow},10:00:00,f`, `${tomorrow},10:30:00,f`))
  answers.set('create_appointment', new AppError('create_appointment', 'network'))
  const user = show()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  for (const [times, hour] of [/^10:00/, /^10:00/, /^10:30/].entries()) {
    await user.click(screen.getByRole('radio', { name: hour }))
    await user.click(await book())
    await until(() => expect(sent).toHaveLength(times + 1))
  }
  const ids = sent.map((row) => Reflect.get(row, 'id'))
  expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false])
})

it('takes an appointment for its own that the list shows before the answer is here', async () => {
  sent.length = 0
  followers = []
  answers.set('create_appointment', new Promise(() => {}))
  answers.set('make_appointment_link', { token: 'TOKEN' })
  const user = show()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  await user.click(await book())
  await until(() => expect(sent).toHaveLength(1))
  const id = Reflect.get(sent[0] ?? {}, 'id')
  const row = { id, patient_id: 'ana', appointment_date: tomorrow, appointment_time: '10:00:00' }
  answers.set('load_appointments', { ...row, status: 'pendiente', patient_name: 'Ana', study_type: null })
  answers.set('load_request', { ...request, citas: [{ ...row, status: 'pendiente' }] })
  act(() => {
    for (const changed of followers) changed()
  })
  expect(await screen.findByText('Cita agendada')).toBeTruthy()
  // The message has its link, without a press.
  await until(() => expect(asked).toContain('make_appointment_link'))
})

it('books a known patient without making anybody', async () => {
  answers.set('load_patient', {
    outcome: 'known',
    id: 'ana',
    name: null,
    initials: 'A. Ñ.',
    self_booking: false,
    mail: false,
  })
  const user = show()
  expect(await screen.findByText('A. Ñ.')).toBeTruthy()
  expect(screen.queryByText('Que el paciente elija')).toBeNull()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  await user.click(await book())
  expect(await screen.findByRole('heading', { name: 'Cita agendada' })).toBeTruthy()
  expect(createPatient).not.toHaveBeenCalled()
})

it.each([
  [{ status: 'rechazada' }, 'Esta solicitud fue rechazada.'],
  [{ has_appointment: true }, 'Esta solicitud ya tiene una cita con otro doctor.'],
  [{ citas: [{ id: 'cita', status: 'confirmada' }] }, 'Cita agendada'],
  [{ citas: [{ id: 'cita', status: 'cancelada' }] }, '1. Paciente'],
])('of a request with %j shows %s', async (change, words) => {
  answers.set('load_request', { ...request, ...change })
  show()
  expect(await screen.findByText(words)).toBeTruthy()
})

it.each([true, false])('asks about a mail only where the clinic sends some: %s', async (mail) => {
  answers.set('load_patient', { outcome: 'new', self_booking: true, mail })
  const user = show()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  const box = screen.queryByRole('checkbox', { name: 'Enviar correo de confirmación', checked: true })
  expect([box !== null, screen.queryByText('3. Aviso') !== null]).toEqual([mail, mail])
  // A link is sent by hand.
  await user.click(screen.getByText('Que el paciente elija'))
  expect(screen.queryByText('3. Aviso')).toBeNull()
})

it('of a new account offers the link that activates it, beside the password', async () => {
  const user = show()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  await user.click(await book())
  expect(await screen.findByRole('button', { name: 'Enlace de activación' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Contraseña temporal' }).getAttribute('aria-expanded')).toBe(
    'false',
  )
})

const solid = () =>
  [...document.querySelectorAll('a, button')]
    .filter(({ className }) => className.includes('bg-action'))
    .map(({ textContent }) => textContent)

it.each([
  ['booked', null, 'Cita agendada'],
  ['offered by a link', 'Que el paciente elija', 'Enlace preparado'],
])('once %s, to tell the patient is the one solid button', async (_, press, heading) => {
  const waiting = { ...request, id: 43 }
  answers.set('load_requests', { rows: [waiting], total: 1 })
  answers.set('make_appointment_link', { token: 'TOKEN', expires_at: '2026-11-24T02:00:00Z' })
  answers.set('load_appointments', {
    ...{ id: 'cita', patient_id: 'ana', appointment_date: tomorrow, appointment_time: '10:00:00' },
    ...{ status: 'pendiente', study_type: null, telefono: request.patient_phone },
  })
  const user = show()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  if (press) await user.click(screen.getByText(press))
  await user.click(await screen.findByRole('button', { name: /^(Agendar cita|Preparar enlace)$/ }))
  await screen.findByRole('heading', { name: heading })
  await screen.findByRole('link', { name: 'Siguiente solicitud pendiente' })
  await until(() => expect(solid()).toEqual([expect.stringMatching(/^WhatsApp/)]))
})

it('asks for nothing that the request says: what is to be corrected becomes fields', async () => {
  const user = show()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  expect(screen.queryByLabelText(/^Nombre Completo/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Corregir datos' }))
  expect(screen.getByLabelText(/^Nombre Completo/)).toBe(document.activeElement)
  expect(screen.getByLabelText(/^Nombre Completo/)).toHaveProperty('value', 'Ana Ñúñez')
})

it('of a request with a wrong e-mail shows the fields at once, and gives it the focus when it is sent so', async () => {
  answers.set('load_request', { ...request, patient_email: 'ana' })
  const user = show()
  await screen.findByRole('radio', { name: /^10:00/, checked: true })
  expect(screen.getByLabelText(/^Correo/)).not.toBe(document.activeElement)
  await user.click(await book())
  expect(await screen.findByLabelText(/^Correo/)).toBe(document.activeElement)
  expect(createPatient).not.toHaveBeenCalled()
})

it('above the form on a phone shows name, study and day, and the rest behind a press', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const user = show()
  const more = await screen.findByRole('button', { name: /Más datos$/ })
  expect(more.textContent).toMatch(/Xerografía · Fecha tentativa: 21\/11\/2026/)
  expect(screen.queryByText('Usa brackets.')).toBeNull()
  await user.click(more)
  expect(screen.getByText('Usa brackets.')).toBeTruthy()
  vi.unstubAllGlobals()
})

it('knows no request without a row', async () => {
  answers.set('load_request', null)
  show()
  expect(await screen.findByText('No se pudo encontrar la solicitud.')).toBeTruthy()
  expect(asked).toEqual(['load_request'])
})
