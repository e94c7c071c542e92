import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { signIn } from '#web/session/session.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

vi.mock('#web/session/session.ts', () => ({ signIn: vi.fn() }))
vi.mock('#web/backend/config.ts', () => ({
  loadClinic: async () => ({ name: 'Índice', phone: '962 000 0000', whatsapp: '962 000 0000' }),
}))

const leave = vi.fn()
beforeEach(() => {
  vi.spyOn(location, 'assign').mockImplementation(leave)
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

function show() {
  const onOpenChange = vi.fn()
  const onSignedIn = vi.fn()
  render(
    <>
      <SignInDialog open onOpenChange={onOpenChange} onSignedIn={onSignedIn} />
      <Toaster />
    </>,
  )
  return { onOpenChange, onSignedIn }
}

async function submit(email: string, password: string) {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  if (email) await user.type(screen.getByLabelText('Correo Electrónico'), email)
  if (password) await user.type(screen.getByLabelText('Contraseña'), password)
  await user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }))
}

it('has the title and the description of the specification', () => {
  show()
  expect(
    screen.getByRole('dialog', {
      name: 'Acceso al Portal',
      description: 'Inicia sesión para acceder a tu panel.',
    }),
  ).toBeTruthy()
})

it('welcomes, leads to the panel and closes', async () => {
  vi.mocked(signIn).mockResolvedValue({ due: null })
  const { onOpenChange, onSignedIn } = show()
  await submit('ana@correo.test', 'Demo-2026!')
  expect(signIn).toHaveBeenCalledExactlyOnceWith('ana@correo.test', 'Demo-2026!')
  expect(screen.getByText('¡Bienvenido!')).toBeTruthy()
  expect(screen.getByText('Has iniciado sesión correctamente.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir a mi panel', hidden: true }).getAttribute('href')).toBe(
    '/dashboard',
  )
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect(onSignedIn).toHaveBeenCalledOnce()
  expect(leave).not.toHaveBeenCalled()
})

it('takes a temporary password straight to choosing another', async () => {
  vi.mocked(signIn).mockResolvedValue({ due: 'new-password' })
  const { onSignedIn } = show()
  await submit('ana@correo.test', 'x7Kp2mQw9Rtz')
  expect(leave).toHaveBeenCalledExactlyOnceWith('/dashboard')
  expect(onSignedIn).not.toHaveBeenCalled()
})

it('says what failed and keeps what was typed', async () => {
  vi.mocked(signIn).mockRejectedValue(new AppError('sign_in', 'credentials'))
  const { onOpenChange } = show()
  await submit('ana@correo.test', 'mala')
  const alert = within(screen.getByRole('dialog')).getByRole('alert')
  expect(alert.textContent).toContain('Error de inicio de sesión')
  expect(alert.textContent).toContain('Verifica tus credenciales.')
  expect(screen.getByLabelText('Correo Electrónico')).toHaveProperty('value', 'ana@correo.test')
  expect(screen.getByLabelText('Contraseña')).toHaveProperty('value', 'mala')
  expect(onOpenChange).not.toHaveBeenCalled()
})

it('a wrong password is marked, has the focus, and is read with what to do next, which is no grey box', async () => {
  vi.mocked(signIn).mockRejectedValue(new AppError('sign_in', 'credentials'))
  show()
  await submit('ana@correo.test', 'mala')
  const field = screen.getByLabelText('Contraseña')
  expect([field.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', field])
  const next = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  expect(next?.textContent).toMatch(/^Revisa que el correo y la contraseña/)
  expect(next?.className).toContain('bg-bad-soft')
  expect(next?.querySelector('svg')).not.toBeNull()
  expect(screen.getByLabelText('Correo Electrónico').getAttribute('aria-invalid')).toBeNull()
})

it.each([
  ['credentials', null, 'Verifica tus credenciales.', /^Revisa que el correo y la contraseña/, false],
  [
    'limit',
    240,
    'Demasiados intentos. Espera 4 minutos e inténtalo de nuevo.',
    /^Por seguridad hay que/,
    false,
  ],
  ['closed', null, /^Esta cuenta está cerrada/, /^Tu cuenta está cerrada/, true],
  ['temp_expired', null, /^La contraseña temporal venció/, /^Tu contraseña temporal venció/, true],
  ['network', null, /^No hay conexión/, /lo que escribiste sigue aquí/, false],
] as const)('%s: says why, and what to do next stays', async (reason, wait, why, next, asksClinic) => {
  vi.mocked(signIn).mockRejectedValue(new AppError('sign_in', reason, null, null, wait))
  show()
  await submit('ana@correo.test', 'mala')
  expect(within(within(screen.getByRole('dialog')).getByRole('alert')).getByText(why)).toBeTruthy()
  expect(screen.getByText(next)).toBeTruthy()
  expect((await screen.findAllByRole('link')).length).toBe(asksClinic ? 3 : 1)
})

it('leads to a new password with the e-mail that was typed', async () => {
  show()
  await userEvent.type(screen.getByLabelText('Correo Electrónico'), 'ana@correo.test')
  const link = screen.getByRole('link', { name: '¿Olvidaste tu contraseña?' })
  expect(link.getAttribute('href')).toBe('/recuperar-contrasena')
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(sessionStorage.getItem('recovery-email')).toBe('ana@correo.test')
})

it('welcomes nobody whose code is still due', async () => {
  vi.mocked(signIn).mockResolvedValue({ due: 'second-factor' })
  show()
  await submit('ana@correo.test', 'Demo-2026!')
  expect(leave).toHaveBeenCalledExactlyOnceWith('/dashboard')
  expect(sessionStorage.getItem('toast')).toBeNull()
})

it('asks for what is missing before it sends anything', async () => {
  show()
  await submit('', 'secreta')
  expect(screen.getByText('Escribe tu correo electrónico.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Correo Electrónico'))
  expect(signIn).not.toHaveBeenCalled()
})
