import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { AppointmentStatusSelect } from './appointment-status-select.tsx'
import { Button } from './button.tsx'

afterEach(cleanup)

/** What browsers do to what has the focus and is closed. */
function loseFocus() {
  const gone = document.createElement('button')
  document.body.append(gone)
  gone.focus()
  gone.remove()
  expect(document.activeElement).toBe(document.body)
}

const form = (busy: boolean) => (
  <form>
    <fieldset disabled={busy}>
      <input aria-label="Teléfono" />
    </fieldset>
    <Button busy={busy}>Guardar</Button>
  </form>
)

it.each([
  ['the button', () => screen.getByRole('button', { name: 'Guardar' })],
  ['a field that was closed with it', () => screen.getByLabelText('Teléfono')],
])('%s has the focus again once what it asked for is done', (_, find) => {
  const { rerender } = render(form(false))
  const before = find()
  before.focus()
  rerender(form(true))
  loseFocus()
  rerender(form(false))
  expect(document.activeElement).toBe(before)
})

it('leaves the focus where somebody has moved it meanwhile', () => {
  const { rerender } = render(form(false))
  screen.getByRole('button', { name: 'Guardar' }).focus()
  rerender(form(true))
  const elsewhere = document.createElement('button')
  document.body.append(elsewhere)
  elsewhere.focus()
  rerender(form(false))
  expect(document.activeElement).toBe(elsewhere)
  elsewhere.remove()
})

it('the status of an appointment keeps the focus while it changes', () => {
  const status = (busy: boolean) => (
    <AppointmentStatusSelect label="Estado" status="pendiente" busy={busy} onChange={vi.fn()} />
  )
  const { rerender } = render(status(false))
  screen.getByLabelText('Estado').focus()
  rerender(status(true))
  loseFocus()
  rerender(status(false))
  expect(document.activeElement).toBe(screen.getByLabelText('Estado'))
})
