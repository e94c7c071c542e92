import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createVerifyToken } from './identity.ts'
import { keepKeys } from './keys.ts'

const now = new Date()

describe("the installation's keys", () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-keys-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('are made once, valid, and kept where only their owner reads', async () => {
    const keys = await keepKeys(folder, {}, now)
    const verify = createVerifyToken(keys)
    expect(await verify(keys.anonKey)).toMatchObject({ role: 'anon' })
    expect(await verify(keys.serviceRoleKey)).toMatchObject({ role: 'service_role' })
    expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
    expect(await keepKeys(folder, {}, now)).toEqual(keys)
  })

  it('differ between installations', async () => {
    const one = await keepKeys(join(folder, 'a'), {}, now)
    const other = await keepKeys(join(folder, 'b'), {}, now)
    expect(one.jwtSecret).not.toBe(other.jwtSecret)
    await expect(createVerifyToken(other)(one.serviceRoleKey)).rejects.toThrow()
  })

  it('follow a given secret', async () => {
    const before = await keepKeys(folder, {}, now)
    const jwtSecret = 'a given secret of more than 32 characters'
    const after = await keepKeys(folder, { jwtSecret }, now)
    expect(after.jwtSecret).toBe(jwtSecret)
    expect(await createVerifyToken(after)(after.anonKey)).toMatchObject({ role: 'anon' })
    expect(after.anonKey).not.toBe(before.anonKey)
    expect(await keepKeys(folder, { jwtSecret }, new Date(now.getTime() + 60_000))).toEqual(after)
  })

  it('refuse a given key of another secret or role', async () => {
    const other = await keepKeys(join(folder, 'other'), {}, now)
    const jwtSecret = 'a given secret of more than 32 characters'
    await expect(keepKeys(folder, { jwtSecret, anonKey: other.anonKey }, now)).rejects.toThrow('ANON_KEY')
    const swapped = { jwtSecret: other.jwtSecret, serviceRoleKey: other.anonKey }
    await expect(keepKeys(folder, swapped, now)).rejects.toThrow('SERVICE_ROLE_KEY')
  })

  it('are never replaced because their file is damaged', async () => {
    await writeFile(join(folder, 'keys.json'), '{"jwtSecret": "x"')
    await expect(keepKeys(folder, {}, now)).rejects.toThrow('dañado')
  })
})
