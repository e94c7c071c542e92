import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { changePassword } from '#web/session/session.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { NewPasswordScreen } from './new-password-screen.tsx'

vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ email: 'lucia.ferrer@correo.test' }),
  changePassword: vi.fn(),
  signOut: vi.fn(),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ name: 'Índice' }) }),
}))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const easyToGuess =
  'Esa contraseña es fácil de adivinar. Elige otra que no sea una palabra común, el correo ni el nombre de la clínica: por ejemplo, tres palabras sin relación entre sí.'

async function submit(password: string, repeat: string) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NewPasswordScreen />
      <Toaster />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByLabelText('Nueva contraseña'), password)
  await userEvent.type(screen.getByLabelText('Confirmar contraseña'), repeat)
  await userEvent.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
}

it.each([
  ['tres-lunas', 'tres-lunes', 'Confirmar contraseña', 'Las contraseñas no coinciden.'],
  ['corta', 'corta', 'Nueva contraseña', 'La contraseña debe tener al menos 6 caracteres.'],
  ['México2026!', 'México2026!', 'Nueva contraseña', easyToGuess],
  ['Ferrer26', 'Ferrer26', 'Nueva contraseña', easyToGuess],
  ['indice2026', 'indice2026', 'Nueva contraseña', easyToGuess],
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
  await submit('tres-lunas', 'tres-lunas')
  expect(changePassword).toHaveBeenCalledExactlyOnceWith('tres-lunas')
  expect(screen.getByText('Contraseña cambiada correctamente.')).toBeTruthy()
})

it('keeps what was typed when it could not be saved', async () => {
  vi.mocked(changePassword).mockRejectedValue(new TypeError('Failed to fetch'))
  await submit('tres-lunas', 'tres-lunas')
  // In the message, and above the button.
  expect(screen.getAllByText('No se pudo cambiar la contraseña. Intenta de nuevo.')).toHaveLength(2)
  expect(screen.getByLabelText('Nueva contraseña')).toHaveProperty('value', 'tres-lunas')
})
