import { beforeEach, expect, it, vi } from 'vitest'
import { provePassword } from './prove-password.ts'

const auth = vi.hoisted(() => ({
  getSession: vi.fn(),
  signInWithPassword: vi.fn(),
  admin: { signOut: vi.fn() },
}))
vi.mock('#web/backend/client.ts', () => ({ getClient: async () => ({ auth }) }))

const before = { access_token: 'de-antes', user: { email: 'ana@correo.test' } }
const order: string[] = []

beforeEach(() => {
  vi.resetAllMocks()
  order.length = 0
  auth.getSession.mockResolvedValue({ data: { session: before }, error: null })
  auth.signInWithPassword.mockImplementation(async () => {
    order.push('in')
    return { error: null }
  })
  auth.admin.signOut.mockImplementation(async () => {
    order.push('out')
    return { error: null }
  })
})

it('signs in anew and ends the session of before, and no other', async () => {
  await provePassword('la-de-hoy')
  expect(auth.signInWithPassword).toHaveBeenCalledExactlyOnceWith({
    email: 'ana@correo.test',
    password: 'la-de-hoy',
  })
  expect(auth.admin.signOut).toHaveBeenCalledExactlyOnceWith('de-antes', 'local')
  expect(order).toEqual(['in', 'out'])
})

it('a wrong password ends nothing', async () => {
  auth.signInWithPassword.mockResolvedValue({
    error: Object.assign(new Error('Invalid'), { code: 'invalid_credentials', status: 400 }),
  })
  await expect(provePassword('no-es')).rejects.toMatchObject({
    code: 'prove_password',
    reason: 'credentials',
  })
  expect(auth.admin.signOut).not.toHaveBeenCalled()
})

it('counts although the session of before could not be ended', async () => {
  auth.admin.signOut.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(provePassword('la-de-hoy')).resolves.toBeUndefined()
})

it('without a session there is nobody to ask', async () => {
  auth.getSession.mockResolvedValue({ data: { session: null }, error: null })
  await expect(provePassword('la-de-hoy')).rejects.toMatchObject({ reason: 'session' })
})
