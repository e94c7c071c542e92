import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ContactLinks } from './contact-links.tsx'

afterEach(cleanup)

const to = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const buttons = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))

it('calls, writes and copies', () => {
  render(<ContactLinks name="Ana Ruiz" phone="(961) 123-4567" email="ana@correo.test" />)
  expect(to(/^\(961\)/)).toBe('tel:+529611234567')
  expect(to(/^WhatsApp a Ana Ruiz/)).toBe('https://wa.me/529611234567?text=Hola%2C%20Ana%20Ruiz%3A')
  expect(to(/^ana@/)).toBe('mailto:ana@correo.test')
  expect(buttons()).toEqual(['Copiar el teléfono', 'Copiar el correo'])
})

it('writes to no telephone of another country', () => {
  render(<ContactLinks name="Ana Ruiz" phone="+502 2333 4455" />)
  expect(to(/^\+502/)).toBe('tel:+50223334455')
  expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull()
  expect(buttons()).toEqual(['Copiar el teléfono'])
})

it('leaves as text what is no telephone', () => {
  render(<ContactLinks name="Ana Ruiz" phone="el de su mamá" message="Hola" />)
  expect(screen.getByText('el de su mamá')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
