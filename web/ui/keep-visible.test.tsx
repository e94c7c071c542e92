import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { keepVisible } from './keep-visible.ts'

beforeAll(keepVisible)
afterEach(cleanup)

function Typed({ type, area }: { type?: string; area?: boolean }) {
  const [value, setValue] = useState('')
  const props = {
    'aria-label': 'Campo',
    value,
    onChange: (event: { target: { value: string } }) => setValue(event.target.value),
  }
  return (
    <>
      {area ? <textarea {...props} /> : <input type={type} {...props} />}
      <output>{JSON.stringify(value)}</output>
    </>
  )
}

it.each([
  ['tel', '\u202a+52 962 123 4567\u202c', '+52 962 123 4567'],
  ['email', 'ana\u200b@correo.test', 'ana@correo.test'],
  ['search', 'Mariana\u2060 López', 'Mariana López'],
  ['password', 'k7Qm\u200ePz4T', 'k7QmPz4T'],
])('what cannot be seen reaches no field of type %s', (type, pasted, kept) => {
  render(<Typed type={type} />)
  const field = screen.getByLabelText<HTMLInputElement>('Campo')
  fireEvent.input(field, { target: { value: pasted } })
  expect(field.value).toBe(kept)
  expect(screen.getByRole('status').textContent).toBe(JSON.stringify(kept))
})

it('what cannot be seen reaches no text of several lines, and the caret stays where it was', () => {
  render(<Typed area />)
  const field = screen.getByLabelText<HTMLTextAreaElement>('Campo')
  field.value = 'una\u200b\nlínea'
  field.setSelectionRange(5, 5)
  fireEvent.input(field)
  expect(field.value).toBe('una\nlínea')
  expect(field.selectionStart).toBe(4)
})
