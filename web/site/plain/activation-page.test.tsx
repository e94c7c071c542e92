import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { activateAccount } from '#web/backend/activate-account.ts'
import { AppError } from '#web/backend/errors.ts'
import { enterPortal } from '#web/site/enter-portal.ts'
import { ActivationPage } from './activation-page.tsx'

vi.mock('#web/backend/activate-account.ts', () => ({ activateAccount: vi.fn() }))
vi.mock('#web/site/enter-portal.ts', () => ({ enterPortal: vi.fn() }))
vi.mock('#web/backend/config.ts', () => ({
  loadClinic: async () => ({ name: 'Índice', tagline: '', logo: null }),
}))

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

const secret = 'tres-mesas-azules'
const show = () => render(<ActivationPage token="token" phone="962 000 0000" />)
async function fill(email: string, password = secret, repeat = password) {
  for (const [label, text] of [
    ['Correo electrónico', email],
    ['Contraseña nueva', password],
    ['Repite la contraseña', repeat],
  ] as const) {
    await userEvent.clear(screen.getByLabelText(label))
    await userEvent.type(screen.getByLabelText(label), text)
  }
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Activar mi cuenta' }))

it('says its rules while somebody types, and at the fields what was sent wrong', async () => {
  show()
  expect(screen.getByText('Al menos 6 caracteres.')).toBeTruthy()
  await fill('ana', 'corta', 'otra')
  expect(
    screen.getByText('La contraseña debe tener al menos 6 caracteres.').closest('[aria-live]'),
  ).toBeTruthy()
  await fill('ana', secret, 'otra')
  expect(screen.getByText('Al menos 6 caracteres.').className).toContain('text-ok')
  expect(screen.getByText('Las contraseñas no coinciden.')).toBeTruthy()
  await send()
  expect(document.activeElement).toBe(screen.getByLabelText('Correo electrónico'))
  const wrong = [...document.querySelectorAll('[aria-invalid=true]')]
  expect(
    wrong.map((field) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent),
  ).toEqual(['Escribe el correo con el que te registró la clínica.', 'Las contraseñas no coinciden.'])
  expect(activateAccount).not.toHaveBeenCalled()
})

it('activates and signs in; where that door stays closed there is a way by hand', async () => {
  vi.mocked(activateAccount).mockResolvedValue('active')
  vi.mocked(enterPortal).mockResolvedValue(false)
  show()
  await fill(' ana@correo.test')
  await send()
  expect(await screen.findByRole('link', { name: 'Iniciar sesión' })).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Tu cuenta está activa.')
  expect(vi.mocked(activateAccount).mock.calls).toEqual([['token', 'ana@correo.test', secret]])
  expect(enterPortal).toHaveBeenCalledExactlyOnceWith('ana@correo.test', secret)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Activa tu cuenta' }))
  expect(screen.queryByLabelText('Contraseña nueva')).toBeNull()
})

it('after a lost answer a link that ended may be this account’s own: it tries to sign in', async () => {
  vi.mocked(activateAccount).mockRejectedValueOnce(new AppError('activate_account', 'network'))
  vi.mocked(activateAccount).mockResolvedValue('ended')
  vi.mocked(enterPortal).mockResolvedValue(true)
  show()
  await fill('ana@correo.test')
  await send()
  expect(await screen.findByText('No hay conexión. Revisa tu internet e inténtalo de nuevo.')).toBeTruthy()
  expect(screen.getByLabelText('Contraseña nueva')).toHaveProperty('value', secret)
  await send()
  await expect.poll(() => vi.mocked(enterPortal).mock.calls.length).toBe(1)
  expect(screen.queryByText(/^Este enlace ya no sirve/)).toBeNull()
})

it('a link that ended leaves nothing to fill in, and nobody is signed in', async () => {
  vi.mocked(activateAccount).mockResolvedValue('ended')
  show()
  await fill('ana@correo.test')
  await send()
  expect(await screen.findByText('Este enlace ya no sirve. Pide otro a la clínica.')).toBeTruthy()
  expect(enterPortal).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: 'Activar mi cuenta' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Iniciar sesión' })).toBeNull()
})
