import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { DateField } from './date-field.tsx'
import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

afterEach(cleanup)

it('a field is named by its label alone, and reads its help with it, or its error instead', () => {
  const { rerender } = render(<TextField label="Correo electrónico" required help="Como lo usas" />)
  const field = screen.getByRole('textbox', { name: 'Correo electrónico', description: 'Como lo usas' })
  rerender(<TextField label="Correo electrónico" required help="Como lo usas" error="Falta la arroba." />)
  expect(screen.getByRole('textbox', { description: 'Falta la arroba.' })).toBe(field)
  expect(screen.queryByText('Como lo usas')).toBeNull()
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

it('says Opcional beside the label', () => {
  render(<TextField label="Edad" optional />)
  expect(screen.getByRole('textbox', { name: 'Edad', description: 'Opcional' })).toBeTruthy()
})

it('a password can be shown and hidden without losing it', async () => {
  render(<PasswordField label="Contraseña" defaultValue="secreta" />)
  const field = screen.getByLabelText('Contraseña')
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
  expect(field).toHaveProperty('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }))
  expect(field).toHaveProperty('type', 'password')
  expect(field).toHaveProperty('value', 'secreta')
})

function DateExample() {
  const [day, setDay] = useState('')
  return (
    <>
      <DateField label="Fecha" value={day} onChange={setDay} min="2026-11-20" today="2026-11-20" />
      <output>{day}</output>
    </>
  )
}

it('a typed date becomes a day, and nothing typed is lost', async () => {
  render(<DateExample />)
  const field = screen.getByRole('textbox', { name: 'Fecha' })
  await userEvent.type(field, '1/12/2026')
  expect(field).toHaveProperty('value', '1/12/2026')
  expect(screen.getByRole('status').textContent).toBe('2026-12-01')
  await userEvent.tab()
  expect(field).toHaveProperty('value', '01/12/2026')
  await userEvent.clear(field)
  await userEvent.type(field, '40/12/2026')
  await userEvent.tab()
  expect(field).toHaveProperty('value', '40/12/2026')
})

it('the calendar is in Spanish, starts on Monday and closes earlier days', async () => {
  render(<DateExample />)
  // What comes later is drawn in a turn of its own.
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Abrir calendario: Fecha' })))
  const grid = await screen.findByRole('grid', { name: 'noviembre de 2026' })
  expect(grid.querySelector('th')?.textContent).toBe('l')
  const day = (number: string) =>
    [...grid.querySelectorAll('button')].find((button) => button.textContent === number)
  expect(day('19')).toHaveProperty('disabled', true)
  const chosen = day('24')
  if (!chosen) throw new Error('There is no 24.')
  await userEvent.click(chosen)
  expect(screen.getByRole('textbox', { name: 'Fecha' })).toHaveProperty('value', '24/11/2026')
})
