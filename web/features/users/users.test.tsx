import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { issuePassword } from '#web/backend/functions.ts'
import {
  createUser,
  deleteUser,
  freeSecondFactor,
  type User,
  updateUser,
  usersQuery,
} from '#web/queries/admin-users.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { UsersScreen } from './users-screen.tsx'

// As in the portal, which loads the dialog once the list is there.
await import('./user-dialog.tsx')

/** What the backend answers to each question; an AppError is thrown. */
const answers = new Map<ErrorCode, unknown>()
/** How many appointments the doctor still has. */
let ahead = 0

vi.mock('#web/backend/client.ts', () => ({
  // The main administrator is asked for with `ask`, the list with `askFarPage`.
  ask: async (code: ErrorCode) => {
    const answer = code === 'load_users' ? 'main' : answers.get(code)
    if (answer instanceof AppError) throw answer
    return answer
  },
  askPage: async () => ({ rows: [], total: ahead }),
  askFarPage: async (code: ErrorCode) => {
    const answer = answers.get(code)
    if (answer instanceof AppError) throw answer
    return answer
  },
}))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me' }), refreshSession: vi.fn() }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ name: 'Imagen Índice' }) }),
}))
vi.mock('#web/backend/functions.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/queries/admin-users.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))

const user = (id: string, full_name: string, change: Partial<User> = {}): User => ({
  id,
  full_name,
  email: `${id}@correo.test`,
  phone: null,
  role: 'doctor',
  specialty: null,
  professional_license: null,
  age: null,
  is_admin: false,
  may_report: true,
  created_at: '2026-11-20T17:00:00Z',
  second_factor: false,
  ...change,
})
const main = user('main', 'Dra. Valeria Montes', { is_admin: true })
const me = user('me', 'Dr. Rafael Ibáñez', { is_admin: true })
const lucia = user('lucia', 'Dra. Lucía Ferrer', {
  specialty: 'Ortodoncia',
  professional_license: '123',
  // From before the rule for telephones.
  phone: 'con Jorge',
})
const jorge = user('jorge', 'Jorge Méndez', { role: 'paciente', age: 40, phone: '961 000 0000' })

beforeEach(() => {
  localStorage.clear()
  ahead = 0
  answers.set('load_users', { rows: [main, me, lucia, jorge], total: 4 })
})

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  answers.clear()
  vi.clearAllMocks()
})

function show(address = '/panel/users') {
  const router = createMemoryRouter(
    [
      { path: '/panel/users', Component: UsersScreen },
      { path: '/dashboard/credentials', element: <p>Credenciales</p> },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
}

async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  await act(() => userEvent.click(button))
}
const dialog = () => within(screen.getByRole('dialog'))
const field = (label: RegExp) => dialog().getByLabelText(label)
async function edit(name: string) {
  show()
  await screen.findByText('Administrador principal')
  await press(`Editar a ${name}`)
}
async function fillNew() {
  show()
  await press('Nuevo Usuario')
  await userEvent.type(field(/^Nombre Completo/), 'Dra. Ana Ruiz')
  await userEvent.type(field(/^Correo Electrónico/), 'ana.ruiz@correo.mx')
  await userEvent.type(field(/^Contraseña/), 'tres-lunas')
}

it('a card says who it is and what the account may', async () => {
  show()
  const card = (name: string) => screen.getByRole('heading', { level: 2, name }).closest('li')?.textContent
  await screen.findByText('Administrador principal')
  expect(card('Dra. Lucía Ferrer')).toContain('lucia@correo.testcon Jorge · Ortodoncia · Cédula 123Doctor')
  expect(card('Jorge Méndez')).toContain('961\u00a0000\u00a00000 · 40 añosPaciente')
  expect(card('Dr. Rafael Ibáñez')).toContain('DoctorAdministrador')
})

it('asks for nine a page, with what the address says', async () => {
  answers.set('load_users', { rows: [main, lucia], total: 20 })
  show('/panel/users?buscar=luc%C3%ADa&rol=doctores&orden=nombre&pagina=2')
  await screen.findByText('Administrador principal')
  expect(usersQuery).toHaveBeenLastCalledWith({
    search: 'lucía',
    kind: 'doctor',
    order: { column: 'full_name', ascending: true },
    page: 2,
    pageSize: 9,
  })
  await userEvent.selectOptions(screen.getByLabelText('Filtrar por rol'), 'Administradores')
  expect(usersQuery).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'admin', page: 1 }))
})

it('says that there are none, and that they could not be read', async () => {
  answers.set('load_users', { rows: [], total: 0 })
  show('/panel/users?rol=pacientes')
  expect(await screen.findByText('No se encontraron usuarios con los filtros aplicados.')).toBeTruthy()
  cleanup()
  answers.set('load_users', new AppError('load_users', 'server'))
  show()
  expect(await screen.findAllByText('No se pudieron cargar los usuarios.')).not.toEqual([])
})

it('makes an account of any kind, and keeps its password for an hour', async () => {
  vi.mocked(createUser).mockResolvedValue({
    outcome: 'created',
    id: 'ana',
    email: 'ana.ruiz@correo.mx',
    fullName: 'Dra. Ana Ruiz',
    tempPassword: 'tres-lunas',
  })
  await fillNew()
  await userEvent.type(field(/^Edad/), '34')
  await userEvent.selectOptions(field(/^Rol/), 'Doctor')
  await userEvent.type(field(/^Especialidad/), 'Ortodoncia')
  await userEvent.click(field(/^Administrador/))
  await press('Crear Usuario')
  expect(await screen.findByText('Usuario creado')).toBeTruthy()
  expect(createUser).toHaveBeenCalledExactlyOnceWith({
    full_name: 'Dra. Ana Ruiz',
    email: 'ana.ruiz@correo.mx',
    password: 'tres-lunas',
    phone: null,
    age: 34,
    role: 'doctor',
    specialty: 'Ortodoncia',
    professional_license: null,
    is_admin: true,
    requestId: expect.any(String),
  })
  expect(JSON.parse(localStorage.getItem('temporaryCredentials') ?? '[]')).toMatchObject([
    { id: 'ana', tempPassword: 'tres-lunas' },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('choosing patient switches the administrator off', async () => {
  vi.mocked(createUser).mockResolvedValue({ outcome: 'linked', message: 'Quedó vinculado contigo.' })
  await fillNew()
  await userEvent.selectOptions(field(/^Rol/), 'Doctor')
  await userEvent.click(field(/^Administrador/))
  await userEvent.selectOptions(field(/^Rol/), 'Paciente')
  expect(dialog().queryByLabelText(/^Administrador/)).toBeNull()
  await userEvent.selectOptions(field(/^Rol/), 'Doctor')
  expect(dialog().getByLabelText<HTMLInputElement>(/^Administrador/).checked).toBe(false)
  await userEvent.selectOptions(field(/^Rol/), 'Paciente')
  await press('Crear Usuario')
  expect(await screen.findByText('Quedó vinculado contigo.')).toBeTruthy()
  expect(vi.mocked(createUser).mock.calls[0]?.[0]).toMatchObject({ role: 'patient', is_admin: false })
})

it('sends nothing without a password, or with one that everybody guesses', async () => {
  await fillNew()
  await userEvent.clear(field(/^Contraseña/))
  await press('Crear Usuario')
  expect(await screen.findByText('Contraseña requerida')).toBeTruthy()
  await userEvent.type(field(/^Contraseña/), 'indice2026')
  await press('Crear Usuario')
  expect(await screen.findByText(/fácil de adivinar/)).toBeTruthy()
  expect(createUser).not.toHaveBeenCalled()
})

it('keeps what was typed when the e-mail is taken, and says so', async () => {
  vi.mocked(createUser).mockRejectedValue(
    new AppError('create_user', 'conflict', 'Ya existe una cuenta con ese correo electrónico.'),
  )
  await fillNew()
  await press('Crear Usuario')
  expect(
    await screen.findByText('No se pudo crear el usuario. Ya existe una cuenta con ese correo electrónico.'),
  ).toBeTruthy()
  expect(dialog().getByDisplayValue('Dra. Ana Ruiz')).toBeTruthy()
})

it('an account whose answer was lost is asked for again under the same id', async () => {
  vi.mocked(createUser).mockRejectedValueOnce(new AppError('create_user', 'network'))
  vi.mocked(createUser).mockResolvedValueOnce({ outcome: 'linked', message: 'Quedó vinculado contigo.' })
  await fillNew()
  await press('Crear Usuario')
  await until(() => expect(toastStore.get()?.variant).toBe('destructive'))
  await press('Crear Usuario')
  expect(await screen.findByText('Quedó vinculado contigo.')).toBeTruthy()
  const ids = vi.mocked(createUser).mock.calls.map(([account]) => account.requestId)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

it('grants the administration', async () => {
  await edit('Dra. Lucía Ferrer')
  await userEvent.click(field(/^Administrador/))
  await press('Guardar Cambios')
  expect(await screen.findByText('Usuario actualizado')).toBeTruthy()
  expect(updateUser).toHaveBeenCalledExactlyOnceWith('lucia', {
    full_name: 'Dra. Lucía Ferrer',
    phone: 'con Jorge',
    age: null,
    role: 'doctor',
    specialty: 'Ortodoncia',
    professional_license: '123',
    is_admin: true,
    may_report: true,
  })
})

it('takes the right to write reports from a doctor', async () => {
  await edit('Dra. Lucía Ferrer')
  await userEvent.click(field(/^Escribe informes/))
  await press('Guardar Cambios')
  await screen.findByText('Usuario actualizado')
  expect(vi.mocked(updateUser).mock.calls[0]?.[1]).toMatchObject({ role: 'doctor', may_report: false })
})

it('keeps the second spelling of a patient, and what a doctor had', async () => {
  await edit('Jorge Méndez')
  expect(dialog().queryByLabelText(/^Contraseña/)).toBeNull()
  await press('Guardar Cambios')
  await screen.findByText('Usuario actualizado')
  expect(vi.mocked(updateUser).mock.calls[0]?.[1]).toMatchObject({ role: 'paciente', is_admin: false })
  await press('Editar a Dra. Lucía Ferrer')
  await userEvent.selectOptions(field(/^Rol/), 'Paciente')
  await press('Guardar Cambios')
  expect(vi.mocked(updateUser).mock.calls[1]?.[1]).toMatchObject({
    role: 'patient',
    specialty: 'Ortodoncia',
    professional_license: '123',
  })
})

it('says that an account could not be changed, and keeps what was typed', async () => {
  answers.set('update_user', new AppError('update_user', 'server'))
  await edit('Jorge Méndez')
  await userEvent.type(field(/^Nombre Completo/), ' Cruz')
  await press('Guardar Cambios')
  expect(await screen.findByText('No se pudo actualizar el usuario.')).toBeTruthy()
  expect(dialog().getByDisplayValue('Jorge Méndez Cruz')).toBeTruthy()
})

it('the main administrator stays one, and is never asked to be deleted', async () => {
  await edit('Dra. Valeria Montes')
  const flag = dialog().getByLabelText<HTMLInputElement>(/^Administrador/)
  expect([flag.checked, flag.disabled]).toEqual([true, true])
  expect(dialog().queryByRole('option', { name: 'Paciente' })).toBeNull()
  await press('Guardar Cambios')
  await screen.findByText('Usuario actualizado')
  expect(vi.mocked(updateUser).mock.calls[0]?.[1]).toMatchObject({ role: 'doctor', is_admin: true })
  await press('Eliminar a Dra. Valeria Montes')
  expect(await screen.findByText('Acción no permitida')).toBeTruthy()
  expect(screen.getByText('No puedes eliminar la cuenta de administrador principal.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('nobody deletes the own account, or gives it a password from here', async () => {
  show()
  await screen.findByText('Administrador principal')
  await press('Eliminar a Dr. Rafael Ibáñez')
  expect(await screen.findByText('No puedes eliminar tu propia cuenta.')).toBeTruthy()
  const keys = screen.getAllByRole('button', { name: /^Generar nueva contraseña temporal/ })
  expect(keys.map((key) => key.getAttribute('aria-label')?.replace(/.* para /, ''))).toEqual([
    'Dra. Lucía Ferrer',
    'Jorge Méndez',
  ])
})

it.each([
  ['closed', /^Cuenta cerrada/],
  ['erased', /^Usuario eliminado/],
] as const)('says that an account was %s, after asking', async (outcome, words) => {
  vi.mocked(deleteUser).mockResolvedValue(outcome)
  show()
  await press('Eliminar a Jorge Méndez')
  const question = within(screen.getByRole('alertdialog', { name: '¿Eliminar a Jorge Méndez?' }))
  expect(question.getByText(/Esta acción es irreversible\./)).toBeTruthy()
  expect(deleteUser).not.toHaveBeenCalled()
  await userEvent.click(question.getByRole('button', { name: 'Eliminar' }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(deleteUser).toHaveBeenCalledExactlyOnceWith('jorge', undefined)
})

it('says that an account could not be deleted', async () => {
  vi.mocked(deleteUser).mockRejectedValue(new AppError('delete_user', 'server'))
  show()
  await press('Eliminar a Jorge Méndez')
  await press('Eliminar')
  expect(await screen.findByText('No se pudo eliminar el usuario.')).toBeTruthy()
})

it('gives a new temporary password after asking, and leads to where it is shown', async () => {
  vi.mocked(issuePassword).mockResolvedValue({
    email: 'jorge@correo.test',
    fullName: 'Jorge Méndez',
    tempPassword: 'x7Kp2mQw9Rtz',
  })
  show()
  await press('Generar nueva contraseña temporal para Jorge Méndez')
  expect(issuePassword).not.toHaveBeenCalled()
  await press('Generar contraseña')
  expect(await screen.findByText('Credenciales')).toBeTruthy()
  expect(issuePassword).toHaveBeenCalledExactlyOnceWith('jorge')
})

it('takes a lost second factor off after asking, and offers it only where there is one that may go', async () => {
  const guarded = { second_factor: true }
  answers.set('load_users', {
    rows: [{ ...main, ...guarded }, { ...me, ...guarded }, { ...lucia, ...guarded }, jorge],
    total: 4,
  })
  vi.mocked(freeSecondFactor).mockResolvedValue()
  show()
  await screen.findByText('Administrador principal')
  expect(screen.getAllByText('Dos pasos')).toHaveLength(3)
  const ways = screen.getAllByRole('button', { name: /^Quitar la verificación en dos pasos de/ })
  expect(ways.map((way) => way.getAttribute('aria-label'))).toEqual([
    'Quitar la verificación en dos pasos de Dra. Lucía Ferrer',
  ])
  await press('Quitar la verificación en dos pasos de Dra. Lucía Ferrer')
  expect(screen.getByRole('alertdialog').textContent).toContain('comprobaste quién es')
  expect(freeSecondFactor).not.toHaveBeenCalled()
  await press('Quitar verificación')
  expect(await screen.findByText(/^Verificación en dos pasos quitada/)).toBeTruthy()
  expect(freeSecondFactor).toHaveBeenCalledExactlyOnceWith('lucia')
})

it('says why a second factor could not be taken off', async () => {
  answers.set('load_users', { rows: [main, { ...jorge, second_factor: true }], total: 2 })
  const why = 'Esta cuenta ya no tiene verificación en dos pasos.'
  vi.mocked(freeSecondFactor).mockRejectedValue(new AppError('free_user_factor', 'conflict', why))
  show()
  await press('Quitar la verificación en dos pasos de Jorge Méndez')
  await press('Quitar verificación')
  expect(await screen.findByText(`No se pudo quitar la verificación en dos pasos. ${why}`)).toBeTruthy()
})

it.each([
  ['Cancelarlas', 'cancel', { citas: 'cancel' }, 'se cancelaron.'],
  [
    'Pasarlas a Dr. Rafael Ibáñez',
    'me',
    { citas: 'give', newDoctor: 'me' },
    'son ahora de Dr. Rafael Ibáñez.',
  ],
])('asks what becomes of a doctor’s appointments: %s', async (words, choice, plan, said) => {
  ahead = 59
  answers.set('load_initial_data', [lucia, me])
  vi.mocked(deleteUser).mockResolvedValue('closed')
  show()
  await press('Eliminar a Dra. Lucía Ferrer')
  const question = within(screen.getByRole('alertdialog', { name: '¿Eliminar a Dra. Lucía Ferrer?' }))
  expect(await question.findByText('Tiene 59 citas por venir.')).toBeTruthy()
  expect(question.getByRole('link', { name: 'Ver sus citas' }).getAttribute('href')).toBe(
    '/dashboard/appointments?doctor=lucia',
  )
  const select = question.getByLabelText('¿Qué hacemos con ellas?')
  await question.findByRole('option', { name: words })
  expect(question.queryByRole('option', { name: 'Pasarlas a Dra. Lucía Ferrer' })).toBeNull()
  await userEvent.selectOptions(select, choice)
  await userEvent.click(question.getByRole('button', { name: 'Eliminar' }))
  expect(deleteUser).toHaveBeenCalledExactlyOnceWith('lucia', plan)
  expect(await screen.findByText(new RegExp(`Sus citas próximas ${said}$`))).toBeTruthy()
})

it('asks nothing more of a doctor without appointments ahead', async () => {
  vi.mocked(deleteUser).mockResolvedValue('erased')
  show()
  await press('Eliminar a Dra. Lucía Ferrer')
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  expect(deleteUser).toHaveBeenCalledExactlyOnceWith('lucia', undefined)
})

it("a patient's name opens the record, a doctor's does not", async () => {
  show()
  const name = await screen.findByRole('link', { name: 'Jorge Méndez' })
  expect(name.getAttribute('href')).toBe('/dashboard/patients/jorge')
  expect(screen.queryByRole('link', { name: 'Dra. Lucía Ferrer' })).toBeNull()
})

it('a dentist is called one, has no record, and keeps the role', async () => {
  const luz = user('luz', 'Dra. Luz Mora', { role: 'dentist', phone: '962 111 2233' })
  answers.set('load_users', { rows: [luz], total: 1 })
  vi.mocked(updateUser).mockResolvedValue()
  show()
  expect(await screen.findByText('Dentista')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Dra. Luz Mora' })).toBeNull()
  await press('Editar a Dra. Luz Mora')
  const role = await screen.findByLabelText(/^Rol/)
  expect(
    within(role)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Dentista'])
  await press('Guardar Cambios')
  expect(updateUser).toHaveBeenCalledExactlyOnceWith('luz', expect.objectContaining({ role: 'dentist' }))
})

it('dentists are found by their role, which nobody gets here', async () => {
  show()
  await userEvent.selectOptions(await screen.findByLabelText('Filtrar por rol'), 'Dentistas')
  await until(() => expect(vi.mocked(usersQuery).mock.lastCall?.[0]).toMatchObject({ kind: 'dentist' }))
  await press('Editar a Jorge Méndez')
  const role = await screen.findByLabelText(/^Rol/)
  expect(
    within(role)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Paciente', 'Doctor'])
})
