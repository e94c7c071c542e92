import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { askPlainly } from '#web/backend/ask-plainly.ts'
import { AppError } from '#web/backend/errors.ts'
import { AccessDialog } from './access-dialog.tsx'

vi.mock('#web/backend/ask-plainly.ts', () => ({ askPlainly: vi.fn() }))

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

const user = userEvent.setup()
const send = () => user.click(screen.getByRole('button', { name: 'Solicitar acceso' }))

async function fill() {
  await user.type(screen.getByLabelText(/^Nombre/), 'Luz Mora')
  await user.type(screen.getByLabelText(/^Consultorio/), 'Dental Mora')
  await user.type(screen.getByLabelText(/^Correo/), 'luz@fuera.test')
  await user.type(screen.getByLabelText(/^Teléfono/), '962 111 2233')
}

it('asks with the version of the notice that it links to, and says what comes next', async () => {
  vi.mocked(askPlainly).mockResolvedValue(null)
  const onClose = vi.fn()
  render(<AccessDialog privacyVersion="aviso-7" onClose={onClose} />)
  expect(screen.getByRole('link', { name: 'Aviso de privacidad' }).getAttribute('href')).toBe(
    '/aviso-de-privacidad',
  )
  await send()
  expect(screen.getByText('Escribe el nombre del consultorio.')).toBeTruthy()
  expect(askPlainly).not.toHaveBeenCalled()
  await fill()
  await send()
  expect(await screen.findByRole('dialog', { name: 'Recibimos tu solicitud' })).toBeTruthy()
  expect(screen.getByText(/te envía por correo o WhatsApp un enlace/)).toBeTruthy()
  expect(askPlainly).toHaveBeenCalledExactlyOnceWith('ask_dentist_access', 'ask_dentist_access', {
    application: {
      full_name: 'Luz Mora',
      practice: 'Dental Mora',
      licence: '',
      email: 'luz@fuera.test',
      phone: '962 111 2233',
      privacy_version: 'aviso-7',
    },
  })
  expect(document.activeElement?.textContent).toBe('Entendido')
  await user.click(screen.getByRole('button', { name: 'Entendido' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([
  [
    new AppError('ask_dentist_access', 'network'),
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ],
  [
    new AppError('ask_dentist_access', 'invalid', 'Correo electrónico: no es un correo válido.'),
    'Correo electrónico: no es un correo válido.',
  ],
])('keeps what was typed when it fails, and says why: %s', async (failure, words) => {
  vi.mocked(askPlainly).mockRejectedValue(failure)
  render(<AccessDialog privacyVersion="aviso-7" onClose={() => {}} />)
  await fill()
  await send()
  // The message, and what stays in the form.
  expect(await screen.findAllByText(words)).toHaveLength(2)
  expect(screen.getByLabelText<HTMLInputElement>(/^Consultorio/).value).toBe('Dental Mora')
})
