import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { createFunctions } from '#server/functions/functions.ts'
import { createBackend } from '#server/http/backend.ts'
import type { Service } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { createStorage } from '#server/storage/storage.ts'
import { engines } from '#tests/engines.ts'
import { access } from './access.ts'
import { identityOf, people } from './people.ts'
import { identify, keys, tokens, undoing } from './wire.ts'
import { pathOf, useWorld } from './world.ts'

const admin = identityOf('admin').claims
const secretOf = (text: string) => new TextEncoder().encode(text)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const [head = '', body = '', signature = ''] = tokens.admin.split('.')

const sign = (claims: Record<string, unknown>, secret = keys.jwtSecret, alg = 'HS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(secretOf(secret))
const seconds = (from: number) => Math.floor(Date.now() / 1000) + from

/** Believed, each would be an administrator's, or more. */
const forged: Record<string, string> = {
  expired: await sign({ ...admin, exp: seconds(-1) }),
  'not valid yet': await sign({ ...admin, nbf: seconds(3600) }),
  'of another secret': await sign(admin, 'another secret, also long enough for HS256'),
  'of an empty secret': `${head}.${body}.`,
  'of no algorithm': `${part({ alg: 'none', typ: 'JWT' })}.${body}.`,
  'of no algorithm, signed': `${part({ alg: 'none', typ: 'JWT' })}.${body}.${signature}`,
  'of another algorithm': await sign(admin, keys.jwtSecret.repeat(2), 'HS512'),
  'with a raised role': `${head}.${part({ ...admin, role: 'service_role' })}.${signature}`,
  'of a patient who became the administrator': `${tokens.patientA.split('.')[0]}.${body}.${tokens.patientA.split('.')[2]}`,
  'of the owner of the database': await sign({ ...admin, role: 'postgres' }),
  'without a role': await sign({ sub: people.admin }),
  'with a list of roles': await sign({ ...admin, role: ['authenticated', 'service_role'] }),
  'that is no token': 'no-es-un-token',
}

/** The forged token as the session, as the key, and as the key with a good session. */
const attempts = (token: string): Record<string, string>[] => [
  { apikey: keys.anonKey, authorization: `Bearer ${token}` },
  { apikey: token },
  { apikey: token, authorization: `Bearer ${tokens.admin}` },
]

/** Valid signatures that name nobody: they have no rights. */
const nobodys: Record<string, string> = {
  'without a subject': await sign({ role: 'authenticated', aal: 'aal2' }),
  'with an empty subject': await sign({ role: 'authenticated', sub: '', aal: 'aal2' }),
  'of a subject that is unknown': await sign({
    role: 'authenticated',
    sub: people.admin.replace('8000', '8fff'),
  }),
}

const publicTables = Object.keys(access.tables)
  .filter((name) => name.startsWith('public.'))
  .map((name) => name.slice(7))
const rpcs = Object.keys(access.functions)
  .filter((name) => name.startsWith('public.') && !name.includes('(public.'))
  .map((name) => name.slice(7).replace(/\(.*/, ''))

type Door = readonly [method: string, path: string, body?: unknown]

const doors: Door[] = [
  ...publicTables.flatMap((table): Door[] => [
    ['GET', `/rest/v1/${table}?select=*`],
    ['HEAD', `/rest/v1/${table}?select=*`],
    ['POST', `/rest/v1/${table}`, {}],
    ['PATCH', `/rest/v1/${table}?id=not.is.null`, {}],
    ['DELETE', `/rest/v1/${table}?id=not.is.null`],
  ]),
  ...rpcs.map((name): Door => ['POST', `/rest/v1/rpc/${name}`, {}]),
  ['POST', '/storage/v1/object/list/study_files', { prefix: people.patientA }],
  ['POST', `/storage/v1/object/sign/study_files/${pathOf('free')}`, { expiresIn: 60 }],
  ['GET', `/storage/v1/object/authenticated/study_files/${pathOf('free')}`],
  ['POST', `/storage/v1/object/study_files/${people.patientA}/nuevo.zip`, {}],
  ['PUT', `/storage/v1/object/study_files/${pathOf('free')}`, {}],
  ['DELETE', '/storage/v1/object/study_files', { prefixes: [pathOf('free')] }],
  [
    'POST',
    '/storage/v1/object/move',
    { bucketId: 'study_files', sourceKey: pathOf('free'), destinationKey: 'x' },
  ],
  [
    'POST',
    '/storage/v1/object/copy',
    { bucketId: 'study_files', sourceKey: pathOf('free'), destinationKey: 'x' },
  ],
  ['GET', '/storage/v1/bucket'],
  ['POST', '/functions/v1/accept-study-request', {}],
  ['POST', '/functions/v1/create-patient-manual', {}],
  ['POST', '/functions/v1/admin-delete-user', {}],
  ['POST', '/functions/v1/issue-temporary-password', {}],
  ['POST', '/functions/v1/remove-second-factor', {}],
]

describe.each(engines())('tokens on $name', (engine) => {
  const world = useWorld(engine)
  let folder: string
  let backend: Service
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-tokens-'))
    const database = undoing(world())
    const url = 'http://clinica.test'
    backend = createBackend({
      auth: createAuth({ database, keys, publicUrl: url, clinicName: 'Clínica', sendMail: async () => {} }),
      rest: createRest({ database, identify }),
      storage: createStorage({ database, identify, folder, keys }),
      functions: createFunctions({ url, keys, identify, fetchBackend: (request) => backend(request) }),
    })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const knock = async ([method, path, content]: Door, headers: Record<string, string>) => {
    const response = await backend(
      new Request(`http://clinica.test${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(content !== undefined && { body: JSON.stringify(content) }),
      }),
    )
    return { status: response.status, text: await response.text() }
  }

  it.each(Object.entries(forged))('%s open nothing, as the session or as the key', async (_what, token) => {
    const opened: string[] = []
    for (const door of doors)
      for (const headers of attempts(token)) {
        const { status, text } = await knock(door, headers)
        if (status !== 401 || text.includes('@clinica.test'))
          opened.push(`${door.slice(0, 2).join(' ')}: ${status}`)
      }
    expect(opened).toEqual([])
  })

  it.each(Object.entries(nobodys))('%s read and do nothing', async (_what, token) => {
    const seen: string[] = []
    for (const door of doors) {
      const { status, text } = await knock(door, { apikey: keys.anonKey, authorization: `Bearer ${token}` })
      expect(status, door.slice(0, 2).join(' ')).toBeLessThan(500)
      if (text.includes('@clinica.test') || text.includes(people.patientA))
        seen.push(door.slice(0, 2).join(' '))
    }
    expect(seen).toEqual([])
  })

  it('without a key nothing answers', async () => {
    for (const door of doors) expect([door, (await knock(door, {})).status]).toEqual([door, 401])
  })

  it('with the right ones the doors are there', async () => {
    const { rows } = await world().query<{ id: string }>(
      'insert into auth.sessions (user_id) values ($1) returning id::text',
      [people.admin],
    )
    const token = await sign({ ...admin, session_id: rows[0]?.id, exp: seconds(60) })
    const statuses = new Set<number>()
    for (const door of doors) {
      const { status } = await knock(door, { apikey: keys.anonKey, authorization: `Bearer ${token}` })
      statuses.add(status)
      expect(status, door.slice(0, 2).join(' ')).not.toBe(401)
    }
    expect(statuses).toContain(200)
  })
})
