import { describe, expect, it } from 'vitest'
import { displaySpelling, looksLikeContact, referringKey } from './referring-doctors.ts'

describe('a referring doctor', () => {
  it.each([
    'Dr. Juan Pérez',
    'dr juan perez',
    'Pérez Juan, Dr.',
    'DOCTOR JUAN PÉREZ',
    'Dr.Juan  Pérez',
    'Juan Pe\u0301rez',
  ])('%s is juan perez', (name) => {
    expect(referringKey(name)).toBe('juan perez')
  })

  it('keeps names that only contain a title', () => {
    expect(referringKey('Dra. Alejandra Pérez')).toBe('alejandra perez')
    expect(referringKey('Drago Muñoz')).toBe('drago munoz')
  })

  it.each(['', 'Dr.', '  ', '123'])('"%s" is nobody', (name) => {
    expect(referringKey(name)).toBe('')
  })

  it('is shown by the most frequent spelling', () => {
    expect(displaySpelling(['dr juan perez', 'Dr. Juan Pérez', 'Dr. Juan Pérez '])).toBe('Dr. Juan Pérez')
    expect(displaySpelling(['Juan B', 'Juan A'])).toBe('Juan A')
    expect(displaySpelling([])).toBe('')
  })

  it.each(['juan@correo.test', '962 000 0000', 'Dr. Pérez (9620000000)'])('%s is a contact', (text) => {
    expect(looksLikeContact(text)).toBe(true)
  })

  it.each(['Dr. Juan Pérez', 'Clínica 24', ''])('"%s" is none', (text) => {
    expect(looksLikeContact(text)).toBe(false)
  })
})
