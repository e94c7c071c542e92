import { describe, expect, it } from 'vitest'
import { linkMessage, pinMessage, readPin, shareAddress, shareState, spacedPin } from './study-share.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const alive = { revoked_at: null, expires_at: '2026-11-21T12:00:01Z', uses: 9, max_uses: 10 }

describe('a link to a study', () => {
  it.each([
    ['alive', {}],
    ['expired', { expires_at: '2026-11-21T12:00:00Z' }],
    ['used_up', { uses: 10 }],
    ['revoked', { revoked_at: '2026-11-20T00:00:00Z', uses: 10, expires_at: '2026-11-01T00:00:00Z' }],
    ['expired', { expires_at: '2026-11-01T00:00:00Z', uses: 10 }],
  ])('is %s with %j', (state, other) => {
    expect(shareState({ ...alive, ...other }, now)).toBe(state)
  })

  it('leads to its page', () => {
    expect(shareAddress('https://clinica.test', 'abc_-')).toBe('https://clinica.test/compartido/abc_-')
  })

  it('travels in one message and its PIN in another, which does not say what it opens', () => {
    const link = linkMessage({
      clinic: 'Índice',
      studyType: 'Tomografías',
      address: 'https://clinica.test/compartido/abc',
      lastDay: '2026-12-05',
    })
    expect(link).toContain('Índice te comparte un estudio: Tomografías.')
    expect(link).toContain('hasta el 05/12/2026:\nhttps://clinica.test/compartido/abc')
    expect(pinMessage('042137')).toBe('El PIN para abrir el enlace que te compartimos es 042137.')
  })
})

describe('a PIN', () => {
  it.each([
    ['042137', '042137'],
    [' 042 137 ', '042137'],
    ['042-137', '042137'],
    ['04213', null],
    ['0421370', null],
    ['O42137', null],
    ['٠٤٢١٣٧', null],
    ['', null],
  ])('%j reads as %j', (typed, pin) => {
    expect(readPin(typed)).toBe(pin)
  })

  it('is shown in two halves', () => {
    expect(spacedPin('042137')).toBe('042 137')
  })
})
