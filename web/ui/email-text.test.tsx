import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { EmailText } from './email-text.tsx'

afterEach(cleanup)

const shown = (text: string) => render(<EmailText>{text}</EmailText>).container

it.each([
  ['maria.ruiz@correo.com.mx', 'maria.ruiz@<wbr>correo.com.mx'],
  ['Mismo correo · ana@correo.test', 'Mismo correo · ana@<wbr>correo.test'],
  [
    'maria.fernanda.hernandez.villavicencio@correo.test',
    'maria<wbr>.fernanda<wbr>.hernandez<wbr>.villavicencio@<wbr>correo.test',
  ],
  ['Dra. Ruiz, $1,500.00 a las 10:30 a. m.', 'Dra. Ruiz, $1,500.00 a las 10:30 a. m.'],
])('%s may break after the @, a long half before a dot, and reads and copies as it is', (text, html) => {
  const container = shown(text)
  expect(container.innerHTML).toBe(html)
  expect(container.textContent).toBe(text)
})
