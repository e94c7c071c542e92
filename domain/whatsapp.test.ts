import { describe, expect, it } from 'vitest'
import { whatsAppLink } from './whatsapp.ts'

describe('the WhatsApp link', () => {
  it('reaches the number after the country code', () => {
    expect(whatsAppLink('044 962 123 4567', 'Hola')).toBe('https://wa.me/529621234567?text=Hola')
  })

  it.each([
    '',
    '   ',
    '12345',
    '123 456 7890',
    '962 123 456',
    '962 123 45678',
    '+1 962 123 4567',
    '+502 1234 5678',
    '+962 123 4567',
    'no tiene',
    '9621234567, 9627654321',
  ])('is not made for %o', (phone) => {
    expect(whatsAppLink(phone, 'Hola')).toBeNull()
  })

  it.each([null, undefined])('is not made for %o', (phone) => expect(whatsAppLink(phone, 'Hola')).toBeNull())

  it('carries the message whatever is written in it', () => {
    const text = 'Hola, Íñigo & Cía:\n¿10:30 a. m.? #1 100% +1'
    const link = new URL(whatsAppLink('9621234567', text) ?? '')
    expect(link.searchParams.get('text')).toBe(text)
    expect(link.pathname).toBe('/529621234567')
  })
})
