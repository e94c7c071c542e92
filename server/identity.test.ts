import { SignJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createVerifyToken } from './identity.ts'

const jwtSecret = 'a secret of at least thirty-two characters'

function sign(claims: Record<string, unknown>, secret = jwtSecret): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))
}

describe('a verified token', () => {
  afterEach(() => void vi.useRealTimers())

  it('is remembered, and expires all the same', async () => {
    const now = new Date('2026-11-20T12:00:00Z')
    vi.useFakeTimers({ now, toFake: ['Date'] })
    const verify = createVerifyToken({ jwtSecret })
    const token = await sign({ role: 'authenticated', sub: 'a', exp: now.getTime() / 1000 + 60 })
    expect((await verify(token)).claims.sub).toBe('a')
    vi.setSystemTime(now.getTime() + 59_000)
    expect((await verify(token)).claims.sub).toBe('a')
    vi.setSystemTime(now.getTime() + 60_000)
    await expect(verify(token)).rejects.toMatchObject({ problem: 'expired' })
    await expect(verify(token)).rejects.toMatchObject({ problem: 'expired' })
  })

  it('belongs to one secret, and to its own claims', async () => {
    const verify = createVerifyToken({ jwtSecret })
    const token = await sign({ role: 'authenticated', sub: 'a' })
    await verify(token)
    const [head, , signature] = token.split('.')
    const other = Buffer.from(JSON.stringify({ role: 'service_role' })).toString('base64url')
    await expect(verify(`${head}.${other}.${signature}`)).rejects.toMatchObject({ problem: 'invalid' })
    const elsewhere = createVerifyToken({ jwtSecret: 'another secret of thirty-two characters' })
    await expect(elsewhere(token)).rejects.toMatchObject({ problem: 'invalid' })
  })

  it('cannot be changed by whoever reads its claims', async () => {
    const verify = createVerifyToken({ jwtSecret })
    const { claims } = await verify(await sign({ role: 'anon' }))
    expect(() => {
      claims.role = 'service_role'
    }).toThrow(TypeError)
  })

  it('is forgotten when many others come, and can be verified again', async () => {
    const verify = createVerifyToken({ jwtSecret })
    const first = await sign({ role: 'anon', n: -1 })
    await verify(first)
    for (let n = 0; n < 2001; n++) await verify(await sign({ role: 'anon', n }))
    expect((await verify(first)).claims.n).toBe(-1)
  })
})
