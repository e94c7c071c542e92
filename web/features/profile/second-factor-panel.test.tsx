import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { provePassword } from '#web/session/prove-password.ts'
import {
  abandonSecondFactor,
  beginSecondFactor,
  removeSecondFactor,
  verifySecondFactor,
} from '#web/session/second-factor.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'

const backend = vi.hoisted(() => ({ read: vi.fn() }))
vi.mock('#web/session/second-factor.ts', () => ({
  secondFactorKey: ['second factor'],
  secondFactorQuery: () => ({ queryKey: ['second factor'], queryFn: backend.read, retry: false }),
  beginSecondFactor: vi.fn(),
  abandonSecondFactor: vi.fn(),
  verifySecondFactor: vi.fn(),
  removeSecondFactor: vi.fn(),
}))
vi.mock('#web/session/prove-password.ts', () => ({ provePassword: vi.fn() }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/backend/config.ts', () => ({ loadClinic: async () => ({ name: 'Índice' }) }))

const factor = { id: 'f', since: '2026-11-21T03:00:00Z' }
const wrong = new AppError('check_second_factor', 'wrong_code')

beforeEach(() => {
  backend.read.mockResolvedValue(null)
  vi.mocked(beginSecondFactor).mockResolvedValue({
    id: 'f',
    picture: 'data:image/svg+xml,<svg/>',
    secret: 'ABCDEFGHIJKL',
  })
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

async function open(button: 'Activar' | 'Desactivar', prove = button === 'Activar') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SecondFactorPanel />
      <Toaster />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: button }))
  if (prove) await confirm('la-de-hoy')
  return within(await screen.findByRole('dialog'))
}
async function confirm(password: string) {
  const dialog = within(await screen.findByRole('dialog'))
  if (password) await userEvent.type(dialog.getByLabelText('Contraseña actual'), password)
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
}
type Inside = Awaited<ReturnType<typeof open>>
async function give(dialog: Inside, code: string, button: string) {
  await userEvent.type(await dialog.findByLabelText('Código de verificación'), code)
  await userEvent.click(dialog.getByRole('button', { name: button }))
}

it('shows picture and secret, and counts after the first right code', async () => {
  vi.mocked(verifySecondFactor).mockResolvedValue()
  const dialog = await open('Activar')
  expect(await dialog.findByRole('img', { name: /^Código QR/ })).toBeTruthy()
  expect(dialog.getByText('ABCD EFGH IJKL')).toBeTruthy()
  expect(beginSecondFactor).toHaveBeenCalledExactlyOnceWith('Índice')
  backend.read.mockResolvedValue(factor)
  await give(dialog, '123 456', 'Activar')
  expect(verifySecondFactor).toHaveBeenCalledExactlyOnceWith('f', '123 456')
  expect(await screen.findByText('Verificación en dos pasos activada.')).toBeTruthy()
  expect(await screen.findByText('Activa desde el 20/11/2026')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(abandonSecondFactor).not.toHaveBeenCalled()
})

it('asks for the password before it shows anything, and says at the field that it is wrong', async () => {
  vi.mocked(provePassword).mockRejectedValueOnce(new AppError('prove_password', 'credentials'))
  const dialog = await open('Activar', false)
  await confirm('')
  expect(dialog.getByText('Escribe tu contraseña actual.')).toBeTruthy()
  expect(provePassword).not.toHaveBeenCalled()
  await confirm('otra-cosa')
  expect(await dialog.findByText('Esa no es tu contraseña actual.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Contraseña actual'))
  expect(beginSecondFactor).not.toHaveBeenCalled()
  await confirm('-mejor')
  expect(vi.mocked(provePassword).mock.lastCall?.[0]).toBe('otra-cosa-mejor')
  expect(await screen.findByRole('img', { name: /^Código QR/ })).toBeTruthy()
})

it.each([
  ['', 'Escribe el código.'],
  ['12345', 'El código tiene 6 dígitos.'],
])('asks for six digits before it sends %j', async (code, words) => {
  const dialog = await open('Activar')
  const field = await dialog.findByLabelText('Código de verificación')
  if (code) await userEvent.type(field, code)
  await userEvent.click(dialog.getByRole('button', { name: 'Activar' }))
  expect(dialog.getByText(words)).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(verifySecondFactor).not.toHaveBeenCalled()
})

it('a wrong code keeps the same secret on screen and asks for the next one', async () => {
  vi.mocked(verifySecondFactor).mockRejectedValue(wrong)
  const dialog = await open('Activar')
  await give(dialog, '000000', 'Activar')
  expect(await screen.findByText(/^El código no es correcto o ya se usó/)).toBeTruthy()
  expect(dialog.getByText('Escribe el código que muestre ahora tu aplicación.')).toBeTruthy()
  expect(dialog.getByText('ABCD EFGH IJKL')).toBeTruthy()
  expect(beginSecondFactor).toHaveBeenCalledOnce()
})

it('what was begun and left is forgotten', async () => {
  const dialog = await open('Activar')
  await dialog.findByText('ABCD EFGH IJKL')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(abandonSecondFactor).toHaveBeenCalledExactlyOnceWith('f')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says when it cannot begin, and tries again', async () => {
  vi.mocked(beginSecondFactor).mockRejectedValueOnce(new AppError('add_second_factor', 'network'))
  const dialog = await open('Activar')
  await userEvent.click(await dialog.findByRole('button', { name: 'Reintentar' }))
  expect(await dialog.findByText('ABCD EFGH IJKL')).toBeTruthy()
})

it('is switched off with the present code', async () => {
  backend.read.mockResolvedValue(factor)
  vi.mocked(removeSecondFactor).mockResolvedValue()
  const dialog = await open('Desactivar')
  backend.read.mockResolvedValue(null)
  await give(dialog, '654321', 'Desactivar')
  expect(removeSecondFactor).toHaveBeenCalledExactlyOnceWith('f', '654321')
  expect(await screen.findByText('Verificación en dos pasos desactivada.')).toBeTruthy()
  expect(await screen.findByText('Inactiva')).toBeTruthy()
})

it('a wrong code does not switch it off', async () => {
  backend.read.mockResolvedValue(factor)
  vi.mocked(removeSecondFactor).mockRejectedValue(wrong)
  const dialog = await open('Desactivar')
  await give(dialog, '000000', 'Desactivar')
  expect(await dialog.findByText('Escribe el código que muestre ahora tu aplicación.')).toBeTruthy()
  expect(dialog.getByLabelText('Código de verificación')).toHaveProperty('value', '')
  expect(document.activeElement).toBe(dialog.getByLabelText('Código de verificación'))
})
