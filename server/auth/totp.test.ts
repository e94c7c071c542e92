import { expect, it } from 'vitest'
import { matchTotp, newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts'

/** '12345678901234567890', the secret of the vectors of RFC 6238, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// The RFC shows eight digits; the last six are ours.
it.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('gives the code of RFC 6238 at second %i', (second, code) => {
  expect(totpCode(secret, totpStep(new Date(second * 1000)))).toBe(code)
})

const now = new Date('2026-03-01T12:00:10Z')
const at = (steps: number) => totpCode(secret, totpStep(now) + steps)

it('lets a clock be one step early or late and no more', () => {
  const offsets = [-2, -1, 0, 1, 2].map((steps) => matchTotp(secret, at(steps), now, undefined))
  const present = totpStep(now)
  expect(offsets).toEqual([undefined, present - 1, present, present + 1, undefined])
})

it('takes no code twice, nor an older one', () => {
  const present = totpStep(now)
  expect(matchTotp(secret, at(0), now, present)).toBeUndefined()
  expect(matchTotp(secret, at(-1), now, present)).toBeUndefined()
  expect(matchTotp(secret, at(1), now, present)).toBe(present + 1)
})

it('takes nothing that is not a code', () => {
  for (const code of ['', '12345', '1234567', 'ñandú!', '000000000000'])
    expect(matchTotp(secret, code, now, undefined)).toBeUndefined()
})

it('makes secrets that it reads again, and addresses that apps read', () => {
  const own = newTotpSecret()
  expect(own).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(own)
  const uri = new URL(totpUri(own, 'Índice', 'ana@clinica.test'))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/Índice:ana@clinica.test')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    algorithm: 'SHA1',
    digits: '6',
    issuer: 'Índice',
    period: '30',
    secret: own,
  })
})
