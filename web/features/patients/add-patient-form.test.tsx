import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { createPatient } from '#web/backend/functions.ts'
import { markRequestAccepted } from '#web/queries/requests.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { hasUnsaved } from '#web/ui/unsaved.ts'
import { UnsavedQuestion } from '#web/ui/unsaved-question.tsx'
import { AddPatientForm } from './add-patient-form.tsx'

/** What the backend was asked about people who are alike, and what it answers; an error is thrown. */
const asked = vi.fn()
let alike: object[] | Error = []
vi.mock('#web/backend/client.ts', () => ({
  ask: async (_code: string, request: (client: object) => unknown) => {
    request({ rpc: (...call: unknown[]) => asked(...call) })
    if (alike instanceof Error) throw alike
    return alike
  },
  askPage: vi.fn(),
  askFarPage: vi.fn(),
}))
vi.mock('#web/backend/functions.ts', () => ({ createPatient: vi.fn() }))
vi.mock('#web/queries/requests.ts', () => ({
  markRequestAccepted: vi.fn(),
  requestKeys: { all: ['study_requests'] },
}))

const created = {
  outcome: 'created',
  id: 'p',
  email: 'ana@correo.test',
  fullName: 'Ana Ruiz',
  tempPassword: 'x7Kp2mQw9Rtz',
} as const

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.mocked(createPatient).mockResolvedValue(created)
  vi.mocked(markRequestAccepted).mockResolvedValue(true)
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  localStorage.clear()
  alike = []
  vi.clearAllMocks()
  vi.useRealTimers()
})

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const rest = () => act(() => vi.advanceTimersByTimeAsync(350))

function show(requestId: string | null = null, full_name = '') {
  const initial = { full_name, email: full_name && 'ana@correo.test', phone: '', age: '' }
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          <AddPatientForm initial={initial} requestId={requestId} />
          <UnsavedQuestion />
        </>
      ),
    },
    { path: '*', element: <p>Otra pantalla</p> },
  ])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return () => router.state.location.pathname
}

const submit = () =>
  user().click(screen.getByRole('button', { name: 'Agregar Paciente y Generar Credenciales' }))

it('asks once typing rests, and only for what can tell people apart', async () => {
  show()
  await user().type(screen.getByLabelText(/^Nombre Completo/), 'An')
  await user().type(screen.getByLabelText(/^Correo Electrónico/), 'ana@')
  await rest()
  expect(asked).not.toHaveBeenCalled()
  await user().type(screen.getByLabelText(/^Nombre Completo/), 'a Ruiz')
  await rest()
  expect(asked.mock.calls).toEqual([['similar_patients', { full_name: 'Ana Ruiz', email: '', phone: '' }]])
})

it('names who is alike, why, and where their record is', async () => {
  alike = [
    { id: 'a', full_name: 'Ana Ruíz', email: 'a@correo.test', phone: '961 123 4567', why: 'name' },
    { id: 'b', full_name: 'Beto Paz', email: 'ana@correo.test', phone: null, why: 'email' },
    { id: 'c', full_name: 'Caro Paz', email: 'c@correo.test', phone: '961 000 0000', why: 'phone' },
  ]
  show(null, 'Ana Ruiz')
  await rest()
  expect(screen.getByText('Ya tienes pacientes parecidos')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ana RuízNombre parecido · a@correo.test · 961\u00a0123\u00a04567'),
    expect.stringContaining('Beto PazMismo correo · ana@correo.test'),
    expect.stringContaining('Caro PazMismo teléfono · c@correo.test · 961\u00a0000\u00a00000'),
  ])
  const record = screen.getByRole('link', { name: 'Ver Expediente de Beto Paz, se abre en otra pestaña' })
  expect([record.getAttribute('href'), record.getAttribute('target')]).toEqual([
    '/dashboard/patients/b',
    '_blank',
  ])
})

it('says nothing when asking about others fails, and creates the patient all the same', async () => {
  alike = new AppError('load_patients', 'server')
  const at = show(null, 'Ana Ruiz')
  await rest()
  expect(asked).toHaveBeenCalledOnce()
  expect([screen.queryByRole('alert')?.textContent, toastStore.get()]).toEqual(['', null])
  await submit()
  await until(() => expect(at()).toBe('/dashboard/credentials'))
})

it('keeps the credential, answers the request and leads to the credentials', async () => {
  const at = show('7', 'Ana Ruiz')
  await submit()
  await until(() => expect(at()).toBe('/dashboard/credentials'))
  expect(createPatient).toHaveBeenCalledExactlyOnceWith({
    full_name: 'Ana Ruiz',
    email: 'ana@correo.test',
    phone: null,
    age: null,
    requestId: '7',
  })
  expect(markRequestAccepted).toHaveBeenCalledExactlyOnceWith(7)
  const { outcome: _, ...credential } = created
  expect(JSON.parse(localStorage.getItem('temporaryCredentials') ?? '')).toEqual([
    { ...credential, timestamp: expect.any(Number) },
  ])
  expect(screen.getByText('Paciente creado')).toBeTruthy()
})

it('without a request, two clicks in one tick are one account, and a repeat after a lost answer the same one', async () => {
  vi.mocked(createPatient).mockRejectedValueOnce(new AppError('create_patient', 'network'))
  const at = show(null, 'Ana Ruiz')
  await submit()
  const button = screen.getByRole('button', { name: /^Agregar Paciente/ })
  await until(() => expect(button).toHaveProperty('disabled', false))
  button.click()
  button.click()
  await until(() => expect(at()).toBe('/dashboard/credentials'))
  const ids = vi.mocked(createPatient).mock.calls.map(([{ requestId }]) => requestId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  expect(ids[0]).toMatch(/^[\da-f-]{36}$/)
})

it('asks the doctor to answer a request that could not be', async () => {
  vi.mocked(markRequestAccepted).mockResolvedValue(false)
  show('7', 'Ana Ruiz')
  await submit()
  expect(
    await screen.findByText('El paciente se creó, pero la solicitud sigue pendiente. Acéptala manualmente.'),
  ).toBeTruthy()
})

it('says that a known patient is linked now, and keeps no credential', async () => {
  vi.mocked(createPatient).mockResolvedValue({
    outcome: 'linked',
    message: 'El paciente ya existe y quedó vinculado contigo.',
  })
  const at = show(null, 'Ana Ruiz')
  await submit()
  expect(await screen.findByText('El paciente ya existe y quedó vinculado contigo.')).toBeTruthy()
  expect(at()).toBe('/dashboard/patients')
  expect(localStorage.getItem('temporaryCredentials')).toBeNull()
})

it.each([
  [
    new AppError('create_patient', 'conflict', 'Ya existe una cuenta con ese correo electrónico.'),
    'Ya existe una',
  ],
  [new AppError('create_patient', 'network'), 'No hay conexión.'],
  [new AppError('create_patient', 'server'), 'No se pudo crear el paciente.'],
])('stays with everything that was typed when it is refused: %s', async (refusal, words) => {
  vi.mocked(createPatient).mockRejectedValue(refusal)
  const at = show(null, 'Ana Ruiz')
  await user().type(screen.getByLabelText(/^Edad/), '34')
  await submit()
  expect(await screen.findByText('Error al crear paciente')).toBeTruthy()
  // In the message, and above the button.
  expect(screen.getAllByText(new RegExp(`^${words}`))).toHaveLength(2)
  expect(at()).toBe('/')
  expect(screen.getByLabelText(/^Edad/)).toHaveProperty('value', '34')
})

it('leads to the e-mail that is taken, because closed fields lost the focus', async () => {
  let refuse = (_: unknown) => {}
  vi.mocked(createPatient).mockReturnValue(
    new Promise((_, reject) => {
      refuse = reject
    }),
  )
  show(null, 'Ana Ruiz')
  await submit()
  refuse(new AppError('create_patient', 'conflict', 'Ya existe una cuenta con ese correo electrónico.'))
  await until(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Correo Electrónico/)))
})

it('holds what was typed as unsaved, and lets go once it is stored', async () => {
  show(null, 'Ana Ruiz')
  expect(hasUnsaved()).toBe(false)
  await user().type(screen.getByLabelText(/^Edad/), '34')
  expect(hasUnsaved()).toBe(true)
  await submit()
  await screen.findByText('Otra pantalla')
  expect(hasUnsaved()).toBe(false)
})
