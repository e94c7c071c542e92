import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { WhatsAppLink } from './whatsapp-link.tsx'

afterEach(cleanup)

it('opens the message in another tab, which learns nothing of this one', () => {
  render(<WhatsAppLink phone="962 123 4567" text="Hola, Ana" to="Ana Ñúñez" />)
  const link = screen.getByRole('link', { name: 'WhatsApp a Ana Ñúñez, se abre en otra pestaña' })
  expect(link.getAttribute('href')).toBe('https://wa.me/529621234567?text=Hola%2C%20Ana')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
})

it('lets choose whom when asked to', () => {
  render(<WhatsAppLink phone={null} orAsk text="Hola, Ana" to="Ana" />)
  expect(screen.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')).toBe(
    'https://wa.me/?text=Hola%2C%20Ana',
  )
})

it('is not there for a phone that WhatsApp cannot use', () => {
  render(<WhatsAppLink phone="12345" text="Hola" to="Ana" />)
  expect(screen.queryByRole('link')).toBeNull()
})
