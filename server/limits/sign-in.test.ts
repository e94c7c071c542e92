import { expect, it, vi } from 'vitest'
import { createSignInLimits } from './sign-in.ts'

type Limits = ReturnType<typeof createSignInLimits>
const fail = async (limits: Limits, email: string, address: string) =>
  (await limits.enter(email, address)).failed()
const succeed = async (limits: Limits, email: string, address: string) =>
  (await limits.enter(email, address)).succeeded()

const tooMany = expect.objectContaining({ status: 429, code: 'over_request_rate_limit' })

it('stops the eleventh bad try at one account, from wherever it comes, and says when to come back', async () => {
  const limits = createSignInLimits()
  for (let i = 0; i < 10; i++) await fail(limits, 'ana@clinica.test', `10.0.0.${i}`)
  const refused = limits.enter('ana@clinica.test', '10.0.0.99')
  await expect(refused).rejects.toEqual(tooMany)
  await expect(refused).rejects.toHaveProperty('headers.retry-after', expect.stringMatching(/^[1-9]\d{0,2}$/))
  await fail(limits, 'otra@clinica.test', '10.0.0.99')
})

it('stops the twentieth bad try from one address, whoever it asks for', async () => {
  const limits = createSignInLimits()
  for (let i = 0; i < 19; i++) await fail(limits, `persona${i}@clinica.test`, '10.0.0.1')
  await expect(limits.enter('ana@clinica.test', '10.0.0.1')).rejects.toEqual(tooMany)
  await fail(limits, 'ana@clinica.test', '10.0.0.2')
})

it('forgets the tries of an account that signs in, and does not count good sign-ins against an address', async () => {
  const limits = createSignInLimits()
  for (let i = 0; i < 100; i++) {
    await succeed(limits, 'ana@clinica.test', '10.0.0.1')
  }
  for (let i = 0; i < 10; i++) await fail(limits, 'ana@clinica.test', '10.0.0.1')
  await expect(limits.enter('ana@clinica.test', '10.0.0.1')).rejects.toEqual(tooMany)
})

it('keeps a stranger from shutting people out of the place where they always sign in', async () => {
  const limits = createSignInLimits()
  await succeed(limits, 'ana@clinica.test', '10.0.0.1')
  for (let i = 0; i < 10; i++) await fail(limits, 'ana@clinica.test', `10.9.9.${i}`)
  await expect(limits.enter('ana@clinica.test', '10.9.9.99')).rejects.toEqual(tooMany)
  for (let i = 0; i < 10; i++) await fail(limits, 'ana@clinica.test', '10.0.0.1')
  await expect(limits.enter('ana@clinica.test', '10.0.0.1')).rejects.toEqual(tooMany)
})

it.each(['ana@clinica.test 10.0.0.1', '10.0.0.1 ana@clinica.test'])(
  'an e-mail that reads %j counts for nobody else',
  async (email) => {
    const limits = createSignInLimits()
    await succeed(limits, 'ana@clinica.test', '10.0.0.1')
    for (let i = 0; i < 10; i++) await fail(limits, email, `10.9.9.${i}`)
    await succeed(limits, 'ana@clinica.test', '10.0.0.1')
  },
)

it('lets everybody try again after five minutes, however often they insisted', async () => {
  vi.useFakeTimers()
  try {
    const limits = createSignInLimits()
    for (let i = 0; i < 40; i++) await fail(limits, 'ana@clinica.test', '10.0.0.1').catch(() => {})
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    await fail(limits, 'ana@clinica.test', '10.0.0.1')
  } finally {
    vi.useRealTimers()
  }
})

it('lets fifty people sign in at the same moment from one address, and no more guesses than one after the other', async () => {
  const limits = createSignInLimits()
  let atOnce = 0
  let most = 0
  const signIn = async (email: string, isRight: boolean) => {
    const attempt = await limits.enter(email, '10.0.0.1')
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise((resolve) => setImmediate(resolve))
    atOnce -= 1
    if (isRight) attempt.succeeded()
    else attempt.failed()
  }
  const people = Array.from({ length: 50 }, (_, i) => `persona${i}@clinica.test`)
  await Promise.all(people.map((email) => signIn(email, true)))
  expect(most).toBe(19)
  most = 0
  const guesses = await Promise.allSettled(people.map((email) => signIn(`x${email}`, false)))
  expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
  expect(most).toBeLessThanOrEqual(19)
})
