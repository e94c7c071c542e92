import { describe, expect, it } from 'vitest'
import {
  HOUR,
  isExpired,
  parseStored,
  purge,
  remaining,
  type TemporaryCredential,
  temporaryPassword,
  welcomeMessage,
} from './credentials.ts'

const made = Date.UTC(2026, 10, 20, 18, 0, 0)
const credential: TemporaryCredential = {
  id: 'c1',
  fullName: 'Ana Ruiz',
  email: 'ana@correo.test',
  tempPassword: 'abcdefghjkmn',
  timestamp: made,
}

describe('a temporary credential', () => {
  it('is valid for exactly one hour', () => {
    expect(HOUR).toBe(3_600_000)
    expect(isExpired(credential, made + HOUR - 1)).toBe(false)
    expect(isExpired(credential, made + HOUR)).toBe(true)
  })

  it.each([
    [0, '60:00'],
    [1, '60:00'],
    [1000, '59:59'],
    [HOUR - 61_000, '01:01'],
    [HOUR - 1, '00:01'],
    [HOUR, 'Expirado'],
    [HOUR * 5, 'Expirado'],
    [-HOUR, '60:00'],
  ])('after %i ms counts %s', (elapsed, text) => {
    expect(remaining(credential, made + elapsed)).toBe(text)
  })

  it('is purged once expired and stays in order until then', () => {
    const later = { ...credential, id: 'c2', timestamp: made + 1 }
    expect(purge([credential, later], made + HOUR)).toEqual([later])
    expect(purge([credential, later], made)).toEqual([credential, later])
  })
})

describe('what local storage held', () => {
  it('is read back whole', () => {
    expect(parseStored(JSON.stringify([credential]))).toEqual({ credentials: [credential], problem: null })
    expect(parseStored([credential])).toEqual({ credentials: [credential], problem: null })
  })

  it('may be nothing yet', () => {
    expect(parseStored(null)).toEqual({ credentials: [], problem: null })
  })

  it.each(['{', '"text"', '7', 'null', '{"id":"c1"}'])('%s is corrupt', (text) => {
    expect(parseStored(text)).toEqual({ credentials: [], problem: 'stored credentials are not a list' })
  })

  it('keeps the good entries beside a corrupt one', () => {
    const stored = [
      credential,
      { ...credential, timestamp: 'ayer' },
      { ...credential, tempPassword: '' },
      null,
    ]
    expect(parseStored(stored)).toEqual({
      credentials: [credential],
      problem: '3 stored credential(s) could not be read',
    })
  })
})

describe('a temporary password', () => {
  it('has 12 characters without look-alikes', () => {
    let next = 0
    const bytes = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256)
    for (let round = 0; round < 200; round++) {
      expect(temporaryPassword(bytes)).toMatch(/^[A-HJ-NP-Za-hjkmnp-z2-9]{12}$/)
    }
  })

  it('makes every letter equally likely', () => {
    const counts = new Map<string, number>()
    let next = 0
    const everyByteInTurn = (count: number) => Uint8Array.from({ length: count }, () => next++ % 256)
    // 220 of 256 bytes are accepted (4 alphabets of 55): 12 x 55 letters take exactly 3 cycles.
    for (let round = 0; round < 55; round++) {
      for (const letter of temporaryPassword(everyByteInTurn)) {
        counts.set(letter, (counts.get(letter) ?? 0) + 1)
      }
    }
    expect(counts.size).toBe(55)
    expect(new Set(counts.values())).toEqual(new Set([12]))
  })
})

it('welcomes with the site, the e-mail, the password and the advice to change it', () => {
  const message = welcomeMessage({ site: 'https://clinica.test', ...credential })
  expect(message).toContain('Hola, Ana Ruiz:')
  expect(message).toContain('Sitio de acceso: https://clinica.test')
  expect(message).toContain('Correo electrónico: ana@correo.test')
  expect(message).toContain('Contraseña temporal: abcdefghjkmn')
  expect(message).toContain('cambia la contraseña la primera vez que inicies sesión')
})
