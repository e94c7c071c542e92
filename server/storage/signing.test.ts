import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import type { Identity } from '#server/identity.ts'
import { createSigner } from './signing.ts'

const jwtSecret = 'a secret of the tests, long enough for HS256'
const now = () => new Date()
const signer = createSigner({ jwtSecret }, now)
const maker: Identity = {
  role: 'authenticated',
  claims: {
    role: 'authenticated',
    sub: 'ana',
    aal: 'aal2',
    session_id: 's',
    email: 'ana@clinica.test',
    exp: 1,
  },
}
const payload = { url: 'b/a', by: { role: 'service_role' } }
const forge = (key: Uint8Array, audience?: string) => {
  const token = new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('2h')
  return (audience === undefined ? token : token.setAudience(audience)).sign(key)
}

describe('the token of a signed URL', () => {
  it('remembers who made it, with what policies look at and nothing else', async () => {
    const token = await signer.sign('b/a', maker, 60)
    expect(await signer.verify(token, 'b/a')).toEqual({
      role: 'authenticated',
      claims: { role: 'authenticated', sub: 'ana', aal: 'aal2', session_id: 's' },
    })
  })

  it('is not made with the secret of sessions, nor for another purpose', async () => {
    const ownKey = createHmac('sha256', jwtSecret).update('storage signed urls v1').digest()
    await expect(signer.verify(await forge(ownKey, 'storage:download'), 'b/a')).resolves.toBeDefined()
    await expect(signer.verify(await forge(ownKey, 'other'), 'b/a')).rejects.toMatchObject({
      code: 'InvalidJWT',
    })
    await expect(signer.verify(await forge(ownKey), 'b/a')).rejects.toMatchObject({ code: 'InvalidJWT' })
    const sessions = new TextEncoder().encode(jwtSecret)
    await expect(signer.verify(await forge(sessions, 'storage:download'), 'b/a')).rejects.toMatchObject({
      code: 'InvalidJWT',
    })
  })

  it('must end some time', async () => {
    const ownKey = createHmac('sha256', jwtSecret).update('storage signed urls v1').digest()
    const endless = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience('storage:download')
      .sign(ownKey)
    await expect(signer.verify(endless, 'b/a')).rejects.toMatchObject({ code: 'InvalidJWT' })
  })
})
