import { expect, it } from 'vitest'
import { isFresh } from './fresh-proof.ts'

const now = new Date('2026-11-25T12:00:00Z')
const ago = (minutes: number) => now.getTime() / 1000 - minutes * 60

it('counts a password or a code of the last minutes, each for itself', () => {
  const amr = [
    { method: 'password', timestamp: ago(20) },
    { method: 'totp', timestamp: ago(3) },
  ]
  expect(isFresh({ amr }, 'totp', now)).toBe(true)
  expect(isFresh({ amr }, 'password', now)).toBe(false)
  expect(isFresh({ amr: [{ method: 'password', timestamp: ago(8.9) }] }, 'password', now)).toBe(true)
})

it('takes a token without times as no proof', () => {
  expect(isFresh({ amr: ['password'] }, 'password', now)).toBe(false)
  expect(isFresh({}, 'password', now)).toBe(false)
})
