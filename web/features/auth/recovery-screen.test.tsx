import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { askRecovery, checkRecoveryCode, openRecoveryLink } from '#web/session/recovery.ts'
import { changePassword, type Session } from '#web/session/session.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { RecoveryScreen } from './recovery-screen.tsx'

const now = vi.hoisted(() => ({
  session: {} as unknown,
  problem: null as string | null,
  token: null as string | null,
}))
vi.mock('#web/session/session.ts', () => ({
  startSession: vi.fn(),
  useSession: () => now.session,
  useProfile: () => ({ email: 'ana@correo.test' }),
  changePassword: vi.fn(),
  signOut: vi.fn(),
}))
vi.mock('#web/session/recovery.ts', async (original) => ({
  ...(await original<object>()),
  askRecovery: vi.fn(),
  checkRecoveryCode: vi.fn(),
  openRecoveryLink: vi.fn(),
}))
vi.mock('#web/session/link-session.ts', () => ({
  takeLinkProblem: () => now.problem,
  linkToken: () => now.token,
  forgetLinkToken: () => {
    now.token = null
  },
}))
vi.mock('#web/session/second-factor.ts', () => ({ passSecondFactor: vi.fn() }))
const clinic = { name: 'Índice', tagline: 'Diagnóstico por imagen', phone: '962 000 0000' }
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => clinic }),
}))
vi.mock('#web/backend/config.ts', () => ({ loadClinic: async () => clinic }))

const out: Session = { state: 'signed-out', ended: false }
const signedIn = (due: unknown) => ({ state: 'signed-in', profile: { email: 'ana@correo.test' }, due })

beforeEach(() => Object.assign(now, { session: out, problem: null, token: null }))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <RecoveryScreen />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function ask(email: string) {
  show()
  await userEvent.type(screen.getByLabelText('Correo Electrónico'), email)
  await press('Enviar correo')
}

it('asks for the mail, says the same whether or not it is an account’s, and takes the focus along', async () => {
  await ask('ana@correo.test')
  expect(askRecovery).toHaveBeenCalledExactlyOnceWith('ana@correo.test')
  expect(title()).toBe('Revisa tu correo')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(screen.getByText(/^Si/).textContent).toContain('Si ana@correo.test tiene una cuenta')
})

it.each(['', 'ana', 'ana@'])('does not send %j', async (email) => {
  show()
  if (email) await userEvent.type(screen.getByLabelText('Correo Electrónico'), email)
  await press('Enviar correo')
  expect(screen.getByText(/^Escribe un correo electrónico completo/)).toBeTruthy()
  expect(askRecovery).not.toHaveBeenCalled()
})

it('too many mails: how long to wait, and what to do meanwhile', async () => {
  vi.mocked(askRecovery).mockRejectedValue(new AppError('ask_recovery', 'limit', null, null, 1_500))
  await ask('ana@correo.test')
  expect(title()).toBe('¿Olvidaste tu contraseña?')
  expect(
    (await screen.findAllByText('Demasiados intentos. Espera 25 minutos e inténtalo de nuevo.')).length,
  ).toBe(2)
  expect(screen.getByText(/^Mientras tanto, revisa tu bandeja/)).toBeTruthy()
  expect(await screen.findByRole('link', { name: /962.000.0000/ })).toBeTruthy()
  expect(screen.getByLabelText('Correo Electrónico')).toHaveProperty('value', 'ana@correo.test')
})

it('the code of the message opens the next question', async () => {
  await ask('ana@correo.test')
  await userEvent.type(screen.getByLabelText('Código del correo'), '1234 5678')
  await press('Continuar')
  expect(checkRecoveryCode).toHaveBeenCalledExactlyOnceWith('ana@correo.test', '1234 5678')
})

it('a code that is too short is not sent', async () => {
  await ask('ana@correo.test')
  await userEvent.type(screen.getByLabelText('Código del correo'), '1234567')
  await press('Continuar')
  expect(screen.getByText('El código tiene 8 dígitos.')).toBeTruthy()
  expect(checkRecoveryCode).not.toHaveBeenCalled()
})

it('a wrong or old code is kept, with what to do', async () => {
  vi.mocked(checkRecoveryCode).mockRejectedValue(new AppError('check_recovery_code', 'link_expired'))
  await ask('ana@correo.test')
  await userEvent.type(screen.getByLabelText('Código del correo'), '12345678')
  await press('Continuar')
  const words = 'El código no es correcto o ya venció. Revísalo, o pide otro correo.'
  expect((await screen.findAllByText(words)).length).toBe(2)
  const field = screen.getByLabelText('Código del correo')
  expect(field).toHaveProperty('value', '12345678')
  expect(document.activeElement).toBe(field)
  await press('Enviar otro correo')
  expect(askRecovery).toHaveBeenCalledTimes(2)
  expect(await screen.findByText('Correo enviado')).toBeTruthy()
})

it('keeps the address while somebody looks for the message, also over a reload', async () => {
  await ask('ana@correo.test')
  cleanup()
  show()
  expect(screen.getByLabelText('Correo Electrónico')).toHaveProperty('value', 'ana@correo.test')
  await press('Ya tengo un código')
  expect(title()).toBe('Revisa tu correo')
  expect(askRecovery).toHaveBeenCalledOnce()
})

it.each([
  ['link_expired', 'El enlace ya no sirve', 'Enviar correo'],
  ['invalid', 'El enlace no funcionó', 'Enviar correo'],
])('a link that failed with %s offers another', async (problem, words, button) => {
  now.problem = problem
  show()
  expect(title()).toBe(words)
  expect(screen.getByRole('button', { name: button })).toBeTruthy()
})

it.each([
  ['closed', 'Esta cuenta está cerrada'],
  ['temp_expired', 'Tu contraseña temporal venció'],
])('a link that failed with %s leads to the clinic', async (problem, words) => {
  now.problem = problem
  show()
  expect(title()).toBe(words)
  expect(screen.queryByLabelText('Correo Electrónico')).toBeNull()
  expect(await screen.findByRole('link', { name: /962.000.0000/ })).toBeTruthy()
})

describe('the link of a message', () => {
  it('is used by its button alone, once', async () => {
    Object.assign(now, { token: 't0k3n', session: signedIn(null) })
    show()
    expect(title()).toBe('Cambia tu contraseña')
    expect(openRecoveryLink).not.toHaveBeenCalled()
    await press('Continuar')
    expect(openRecoveryLink).toHaveBeenCalledExactlyOnceWith('t0k3n')
    expect(title()).toBe('Elige una nueva contraseña')
    expect(now.token).toBeNull()
  })

  it.each([
    ['nobody', out],
    ['somebody else, perhaps,', signedIn(null)],
  ])('that is used up offers another, where %s is signed in', async (_, session) => {
    Object.assign(now, { token: 't0k3n', session })
    vi.mocked(openRecoveryLink).mockRejectedValue(new AppError('open_recovery_link', 'link_expired'))
    show()
    await press('Continuar')
    expect(title()).toBe('El enlace ya no sirve')
    expect(now.token).toBeNull()
    await userEvent.type(screen.getByLabelText('Correo Electrónico'), 'ana@correo.test')
    await press('Enviar correo')
    expect(title()).toBe('Revisa tu correo')
  })

  it('can be tried again when the answer was lost', async () => {
    now.token = 't0k3n'
    vi.mocked(openRecoveryLink).mockRejectedValueOnce(new AppError('open_recovery_link', 'network'))
    show()
    await press('Continuar')
    expect(
      (await screen.findAllByText('No hay conexión. Revisa tu internet e inténtalo de nuevo.')).length,
    ).toBe(2)
    expect(now.token).toBe('t0k3n')
    await press('Continuar')
    expect(openRecoveryLink).toHaveBeenCalledTimes(2)
  })
})

it('who came by link or code chooses a new password, and sees whose', async () => {
  now.session = signedIn(null)
  show()
  expect(title()).toBe('Elige una nueva contraseña')
  expect(screen.getByText('ana@correo.test')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Nueva contraseña'), 'tres-lunas')
  await userEvent.type(screen.getByLabelText('Confirmar contraseña'), 'tres-lunas')
  await press('Guardar contraseña')
  expect(changePassword).toHaveBeenCalledExactlyOnceWith('tres-lunas')
  expect(await screen.findByText('Contraseña cambiada correctamente.')).toBeTruthy()
})

it.each([
  ['second-factor', 'Verificación en dos pasos'],
  ['expired-password', 'Tu contraseña temporal venció'],
  ['new-password', 'Elige una nueva contraseña'],
])('with %s due it asks for that first', (due, words) => {
  now.session = signedIn(due)
  show()
  expect(title()).toBe(words)
})
