import { expect, it } from 'vitest'
import { createDigests } from './digests.ts'

const kinds = (secret: string) => {
  const digests = createDigests(secret)
  return [
    digests.refreshToken('abc'),
    digests.link('abc'),
    digests.code('recovery', 'a@b.test', '12345678'),
    digests.code('reauthentication', 'a@b.test', '12345678'),
    digests.code('recovery', 'b@b.test', '12345678'),
  ]
}

it('a digest is the same for the same secret, and different for each kind, person and secret', () => {
  const before = kinds('a secret of the test that is long enough')
  expect(kinds('a secret of the test that is long enough')).toEqual(before)
  const after = kinds('another secret of the test, long enough')
  expect(new Set([...before, ...after]).size).toBe(10)
})
