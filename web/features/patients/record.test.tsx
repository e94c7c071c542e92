import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { issuePassword } from '#web/backend/functions.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { NewPassword } from './new-password.tsx'
import { NextAppointment } from './next-appointment.tsx'
import { NotesPanel } from './notes-panel.tsx'
import { PatientAppointments } from './patient-appointments.tsx'
import { PatientData } from './patient-data.tsx'
import { PatientHistory } from './patient-history.tsx'
import { PatientPayments } from './patient-payments.tsx'

/** What the backend answers to each question; an AppError is thrown. */
const answers = new Map<ErrorCode, unknown>()
const asked = vi.fn()
/** What each part does when a table changes. */
const live = new Map<string, () => void>()

vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode) => {
    asked(code)
    const answer = answers.get(code)
    if (answer instanceof AppError) throw answer
    return answer
  }
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/hooks/use-live.ts', () => ({
  useLive: (table: string, filter: string, onChange: () => void) => {
    live.set(`${table}:${filter}`, onChange)
    return 'online'
  },
}))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'doctor' }) }))
vi.mock('#web/backend/functions.ts', () => ({ issuePassword: vi.fn() }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T16:45:00Z') })
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  localStorage.clear()
  answers.clear()
  live.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function show(part: ReactNode) {
  const router = createMemoryRouter(
    [
      { path: '/dashboard/patients/p', element: part },
      { path: '*', element: <p>Otra pantalla</p> },
    ],
    { initialEntries: ['/dashboard/patients/p'] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return () => router.state.location.pathname
}
const page = (rows: object[], total = rows.length) => ({ rows, total })
const words = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

it.each([
  [
    'load_appointments',
    PatientAppointments,
    'Este paciente todavía no tiene citas contigo.',
    'No se pudieron cargar las citas.',
  ],
  [
    'load_invoices',
    PatientPayments,
    'Este paciente todavía no tiene pagos registrados.',
    'No se pudieron cargar las facturas.',
  ],
  ['load_notes', NotesPanel, 'No hay notas médicas.', 'No se pudieron cargar las notas.'],
  [
    'load_history',
    PatientHistory,
    'Todavía no ha pasado nada con este paciente.',
    'No se pudo cargar el historial.',
  ],
] as const)('%s: a failure in its own words, then nothing to list', async (code, Part, empty, failure) => {
  answers.set(code, new AppError(code, 'server'))
  show(<Part patientId="p" />)
  expect(await screen.findByText(failure, { selector: '[role=alert] p' })).toBeTruthy()
  expect(screen.getAllByText(failure)).toHaveLength(1)
  answers.set(code, page([]))
  await userEvent.click(screen.getAllByRole('button', { name: 'Reintentar' })[0] ?? document.body)
  expect(await screen.findByText(empty)).toBeTruthy()
})

it('a note is saved with Ctrl+Enter, and the next one can be typed at once', async () => {
  answers.set('load_notes', page([]))
  show(<NotesPanel patientId="p" />)
  const field = await screen.findByLabelText('Nueva nota')
  await userEvent.type(field, 'Dolor al morder{Enter}hace dos días')
  expect(asked).not.toHaveBeenCalledWith('save_note')
  let stored = (_: null) => {}
  answers.set('save_note', new Promise<null>((resolve) => (stored = resolve)))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await until(() => expect(asked).toHaveBeenCalledWith('save_note'))
  // As a browser does with a field that is closed.
  field.blur()
  stored(null)
  await screen.findByText('Nota agregada correctamente.')
  expect(asked.mock.calls.filter(([code]) => code === 'save_note')).toHaveLength(1)
  expect(field).toHaveProperty('value', '')
  await until(() => expect(document.activeElement).toBe(field))
})

it('appointments tell day, time, study and state', async () => {
  const appointment = (
    id: string,
    appointment_time: string | null,
    study_type: string | null,
    status: string,
  ) => ({
    id,
    appointment_date: '2026-11-20',
    appointment_time,
    study_type,
    status,
  })
  answers.set(
    'load_appointments',
    page(
      [
        appointment('a', '10:30:00', 'Escaneo Intraoral', 'confirmada'),
        appointment('b', null, null, 'cancelada'),
      ],
      10,
    ),
  )
  show(<PatientAppointments patientId="p" />)
  expect(await words()).toEqual([
    '20/11/2026, 10:30\u00a0a.\u00a0m.Escaneo IntraoralConfirmada',
    '20/11/2026, Por definirEstudio por definirCancelada',
  ])
  expect(screen.getByText('Página 1 de 2')).toBeTruthy()
})

it('a page that is no longer there leads back to the last one', async () => {
  const appointment = {
    id: 'a',
    appointment_date: '2026-11-20',
    appointment_time: null,
    study_type: null,
    status: '',
  }
  answers.set('load_appointments', page([appointment], 9))
  show(<PatientAppointments patientId="p" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Siguiente' }))
  expect(await screen.findByText('Página 2 de 2')).toBeTruthy()
  answers.set('load_appointments', page([appointment], 1))
  await act(async () => live.get('citas:patient_id=eq.p')?.())
  await until(() => expect(screen.queryByText(/^Página/)).toBeNull())
  answers.set('load_appointments', page([appointment], 9))
  await act(async () => live.get('citas:patient_id=eq.p')?.())
  expect(await screen.findByText('Página 1 de 2')).toBeTruthy()
})

it('the next appointment is named by its day, and the absence of one is said', async () => {
  answers.set('load_appointments', {
    appointment_date: '2026-11-23',
    appointment_time: '09:30:00',
    study_type: 'Radiografía Carpal',
    status: 'pendiente',
  })
  show(<NextAppointment patientId="p" />)
  const next = within(screen.getByRole('region', { name: 'Próxima cita' }))
  expect((await next.findByText(/lunes 23 de noviembre,/)).textContent).toContain('09:30')
  expect(next.getByText('Pendiente')).toBeTruthy()
  cleanup()
  answers.set('load_appointments', null)
  show(<NextAppointment patientId="p" />)
  expect(await screen.findByText('Sin próxima cita.')).toBeTruthy()
})

it('payments lead to their receipts; an annulled one says so', async () => {
  const invoice = (id: string, annulled_at: string | null) => ({
    id,
    invoice_number: `IDX-0000000${id}`,
    payment_date: '2026-11-20',
    payment_method: 'Efectivo',
    total_amount: 1250.5,
    annulled_at,
  })
  answers.set('load_invoices', page([invoice('1', null), invoice('2', '2026-11-20T00:00:00Z')]))
  show(<PatientPayments patientId="p" />)
  expect(await words()).toEqual([
    'Ver recibo IDX-00000001$1,250.5020/11/2026 · Efectivo',
    'Ver recibo IDX-00000002CANCELADO$1,250.5020/11/2026 · Efectivo',
  ])
  expect(screen.getByRole('link', { name: 'Ver recibo IDX-00000001' }).getAttribute('href')).toBe(
    '/invoice/IDX-00000001',
  )
})

it('the history says what each thing was, how it stands and where it leads', async () => {
  const at = '2026-11-20T16:30:00Z'
  const line = (kind: string, title: string, detail: string | null, when = at) => ({
    at: when,
    kind,
    id: kind === 'request' ? '7' : kind === 'payment' ? title : kind,
    title,
    detail,
  })
  answers.set(
    'load_history',
    page([
      line('request', 'Escaneo Intraoral', 'pendiente'),
      line('appointment', 'Radiografía Carpal', 'completada'),
      line('study', 'Tomografías', 'estudio.zip', '2026-11-18T06:00:00Z'),
      line('note', 'Dra. Lucía Ferrer Soto', 'Bruxismo.'),
      line('payment', 'IDX-00000001', '1250.50'),
      line('payment', 'IDX-00000002', 'cancelada'),
    ]),
  )
  show(<PatientHistory patientId="p" />)
  const moment = '20/11/2026, 10:30\u00a0a.\u00a0m.'
  expect(await words()).toEqual([
    `Solicitud de estudio\u00a0· ${moment}Escaneo IntraoralPendiente`,
    `Cita\u00a0· ${moment}Radiografía CarpalCompletada`,
    'Estudio\u00a0· 18/11/2026Tomografíasestudio.zip',
    `Nota médica\u00a0· ${moment}Dra. Lucía Ferrer SotoBruxismo.`,
    `Pago\u00a0· ${moment}IDX-00000001$1,250.50`,
    `Pago\u00a0· ${moment}IDX-00000002CANCELADO`,
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/dashboard/request/7',
    '/invoice/IDX-00000001',
    '/invoice/IDX-00000002',
  ])
})

it('the history is asked again when anything that it tells has changed', async () => {
  answers.set('load_history', page([]))
  show(<PatientHistory patientId="p" />)
  await screen.findByText('Todavía no ha pasado nada con este paciente.')
  expect([...live.keys()].sort()).toEqual([
    'citas:patient_id=eq.p',
    'invoices:patient_id=eq.p',
    'medical_notes:patient_id=eq.p',
    'report_heads:patient_id=eq.p',
    'studies:patient_id=eq.p',
    'study_requests:',
  ])
  for (const changed of live.values()) {
    asked.mockClear()
    await act(async () => changed())
    expect(asked.mock.calls).toEqual([['load_history']])
  }
})

const person = {
  id: 'p',
  full_name: 'Ana Ruiz',
  email: 'ana@correo.test',
  phone: '961 123 4567',
  age: 34,
  role: 'patient',
  specialty: null,
  professional_license: null,
  is_admin: false,
  photo_path: null,
  created_at: '2026-01-05T18:00:00Z',
  password_due: false,
  patient_number: 17,
} as const

it('personal data can be called, written to and messaged', async () => {
  await act(async () => show(<PatientData patient={person} />))
  expect(screen.getByText('34 años')).toBeTruthy()
  const to = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  expect(to(/^961/)).toBe('tel:+529611234567')
  expect(to(/^ana@/)).toBe('mailto:ana@correo.test')
  expect(to(/^WhatsApp/)).toMatch(/^https:\/\/wa\.me\/529611234567\?text=Hola/)
  await userEvent.click(screen.getByRole('button', { name: 'Más datos' }))
  expect(screen.getByText('05/01/2026').closest('div')?.textContent).toBe('Paciente desde05/01/2026')
})

it('what is missing is said, and a phone that is none stays text', async () => {
  await act(async () => show(<PatientData patient={{ ...person, phone: 'con su mamá', age: null }} />))
  expect(screen.getByText('con su mamá')).toBeTruthy()
  expect(screen.getByText('No registrada')).toBeTruthy()
  expect(screen.getAllByRole('link')).toHaveLength(1)
  cleanup()
  await act(async () => show(<PatientData patient={{ ...person, phone: null }} />))
  expect(screen.getByText('No registrado')).toBeTruthy()
})

it('the link of activation is offered until the password was chosen, and is not what comes first', async () => {
  await act(async () => show(<PatientData patient={{ ...person, password_due: true }} />))
  const link = await screen.findByRole('button', { name: 'Enlace de activación' })
  expect(link.className).not.toContain('bg-action')
  cleanup()
  await act(async () => show(<PatientData patient={person} />))
  expect(screen.queryByRole('button', { name: 'Enlace de activación' })).toBeNull()
})

it('what is set for a patient waits behind a press; on a phone so does all but the telephone', async () => {
  answers.set('load_reminders', true)
  const shown = () => [
    screen.queryByText('34 años'),
    screen.queryByRole('link', { name: /^961/ }),
    screen.queryByRole('link', { name: /^WhatsApp/ }),
    screen.queryByRole('link', { name: /^ana@/ }),
    screen.queryByRole('button', { name: 'Generar nueva contraseña temporal' }),
  ]
  const isShown = () => shown().map(Boolean)
  await act(async () => show(<PatientData patient={person} />))
  expect(isShown()).toEqual([true, true, true, true, false])
  cleanup()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  await act(async () => show(<PatientData patient={person} />))
  expect(isShown()).toEqual([false, true, true, false, false])
  await userEvent.click(screen.getByRole('button', { name: 'Más datos' }))
  expect(isShown()).toEqual([true, true, true, true, true])
  expect(screen.getByText('00000017').closest('div')?.textContent).toBe('Número de paciente00000017')
})

async function askForPassword() {
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Generar nueva contraseña temporal' })))
  expect(issuePassword).not.toHaveBeenCalled()
  await userEvent.click(await screen.findByRole('button', { name: 'Generar contraseña' }))
}

it('a new temporary password is confirmed, kept as a credential and shown there', async () => {
  vi.mocked(issuePassword).mockResolvedValue({
    email: person.email,
    fullName: person.full_name,
    tempPassword: 'x7Kp2mQw9Rtz',
  })
  const at = show(<NewPassword patient={person} />)
  await askForPassword()
  await screen.findByText('Contraseña generada')
  expect(issuePassword).toHaveBeenCalledExactlyOnceWith('p')
  expect(at()).toBe('/dashboard/credentials')
  expect(JSON.parse(localStorage.getItem('temporaryCredentials') ?? '')).toEqual([
    {
      id: 'p',
      fullName: 'Ana Ruiz',
      email: 'ana@correo.test',
      tempPassword: 'x7Kp2mQw9Rtz',
      timestamp: Date.parse('2026-11-20T16:45:00Z'),
    },
  ])
})

it('a new temporary password that is refused says why and leads nowhere', async () => {
  const why = 'El paciente ya eligió su contraseña. Un administrador puede generar una nueva.'
  vi.mocked(issuePassword).mockRejectedValue(new AppError('issue_password', 'conflict', why))
  const at = show(<NewPassword patient={person} />)
  await askForPassword()
  expect(await screen.findByText(why)).toBeTruthy()
  expect(at()).toBe('/dashboard/patients/p')
  expect(localStorage.getItem('temporaryCredentials')).toBeNull()
})
