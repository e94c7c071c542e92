import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { changePassword } from '#web/data/session.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { NewPasswordScreen } from './new-password-screen.tsx'

vi.mock('#web/data/session.ts', () => ({ changePassword: vi.fn(), signOut: vi.fn() }))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

async function submit(password: string, repeat: string) {
  render(
    <>
      <NewPasswordScreen />
      <Toaster />
    </>,
  )
  await userEvent.type(screen.getByLabelText('Nueva contraseña'), password)
  await userEvent.type(screen.getByLabelText('Confirmar contraseña'), repeat)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
}

it.each([
  ['secreta', 'secreto', 'Confirmar contraseña', 'Las contraseñas no coinciden.'],
  ['corta', 'corta', 'Nueva contraseña', 'La contraseña debe tener al menos 6 caracteres.'],
])('%s and %s are refused beside the field', async (password, repeat, field, problem) => {
  await submit(password, repeat)
  const control = screen.getByLabelText(field)
  expect(control.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(control)
  expect(screen.getByText(problem)).toBeTruthy()
  expect(changePassword).not.toHaveBeenCalled()
})

it('saves and says so', async () => {
  vi.mocked(changePassword).mockResolvedValue()
  await submit('secreta', 'secreta')
  expect(changePassword).toHaveBeenCalledExactlyOnceWith('secreta')
  expect(screen.getByText('Contraseña cambiada correctamente.')).toBeTruthy()
})

it('keeps what was typed when it could not be saved', async () => {
  vi.mocked(changePassword).mockRejectedValue(new TypeError('Failed to fetch'))
  await submit('secreta', 'secreta')
  expect(screen.getByText('No se pudo cambiar la contraseña. Intenta de nuevo.')).toBeTruthy()
  expect(screen.getByLabelText('Nueva contraseña')).toHaveProperty('value', 'secreta')
})
