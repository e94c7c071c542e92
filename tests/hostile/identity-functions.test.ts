import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { keys } from '#tests/contract/accounts.ts'
import { engines } from '#tests/engines.ts'
import { forge, type Person, useTestBackend } from './test-backend.ts'

const functions = [
  'accept-study-request',
  'create-patient-manual',
  'admin-delete-user',
  'issue-temporary-password',
  'remove-second-factor',
] as const

/** What no function expects: its kind, and the text. */
const wrongBodies: [kind: string, text: string][] = [
  ['nothing', ''],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a text', '"x"'],
  ['null', 'null'],
  ['a number', '7'],
  ['the prototype', '{"__proto__":{"userIdToDelete":"x","request":{"id":1}},"constructor":{"prototype":{}}}'],
  [
    'wrong kinds',
    '{"request":{"id":{"$gt":0}},"userIdToDelete":["x"],"userId":["x"],"full_name":{},"email":[],"age":{}}',
  ],
  [
    'quotes',
    `{"request":{"id":"1'; drop table profiles; --"},"userIdToDelete":"' or true --","userId":"' or true --","full_name":"'; drop table profiles; --","email":"'@x"}`,
  ],
  [
    'zeros',
    '{"request":{"id":"\\u0000"},"userIdToDelete":"\\u0000","userId":"\\u0000","full_name":"a\\u0000","email":"a\\u0000@b.mx"}',
  ],
  [
    'half a letter',
    '{"request":{"id":"\\ud800"},"userIdToDelete":"\\ud800","userId":"\\ud800","full_name":"\\ud800","email":"\\ud800@b.mx"}',
  ],
  [
    'depth',
    `{"request":${'['.repeat(20_000)}${']'.repeat(20_000)},"full_name":"x","email":"x@y.mx","age":[[[]]]}`,
  ],
  ['too large', JSON.stringify({ full_name: 'x'.repeat(70_000), email: 'x@y.mx' })],
  [
    'huge numbers',
    '{"request":{"id":1e400},"userIdToDelete":1e400,"userId":1e400,"full_name":"Ana Larga","email":"larga@clinica.test","age":1e400}',
  ],
  [
    'below nothing',
    '{"request":{"id":-1},"userIdToDelete":"-1","userId":"-1","full_name":"Ana Negativa","email":"negativa@clinica.test","age":-1}',
  ],
]

describe.each(engines())('server functions and an attacker on $name', (engine) => {
  const backend = useTestBackend(engine)
  const tokens = new Map<string, string>()
  const post = (
    name: string,
    token: string | undefined,
    body: unknown,
    headers: Record<string, string> = {},
  ) => backend().call('POST', `/functions/v1/${name}`, { token, body, headers })
  const counted = async () =>
    (
      await backend().database.query(
        'select (select count(*) from auth.users)::int as users, (select count(*) from public.profiles)::int as profiles',
      )
    ).rows[0]

  beforeAll(async () => {
    for (const person of ['admin', 'doctora', 'paciente', 'nueva'] as const satisfies readonly Person[])
      tokens.set(person, (await backend().signIn(person)).access_token)
    const over = await backend().signIn('doctora')
    await backend().call('POST', '/auth/v1/logout?scope=local', { token: over.access_token })
    tokens.set('a doctor who signed out', over.access_token)
    tokens.set('the anonymous key', keys.anonKey)
    tokens.set('the service key', keys.serviceRoleKey)
    tokens.set(
      'a forged key',
      await forge({ role: 'service_role' }, 'another secret, as long as the right one is'),
    )
    tokens.set('a token without a session', await forge({ role: 'authenticated', sub: backend().ids.admin }))
  })

  const bodies = () => ({
    'accept-study-request': { request: { id: 1 } },
    'create-patient-manual': {
      full_name: 'Intruso',
      email: 'intruso@clinica.test',
      role: 'doctor',
      is_admin: true,
    },
    'admin-delete-user': { userIdToDelete: backend().ids.ajena },
    'issue-temporary-password': { userId: backend().ids.ajena },
    'remove-second-factor': { userId: backend().ids.ajena },
  })

  it.each([
    ['the anonymous key', 401],
    ['the service key', 401],
    ['a forged key', 401],
    ['a token without a session', 401],
    ['a doctor who signed out', 401],
    ['paciente', 403],
    ['nueva', 403],
  ])('open to nobody: %s', async (who, status) => {
    const before = await counted()
    for (const name of functions) {
      const answer = await post(name, tokens.get(who), bodies()[name])
      expect([name, answer.status]).toEqual([name, status])
      expect(Object.keys(answer.json)).toEqual(['error', 'code'])
    }
    expect(await counted()).toEqual(before)
  })

  it.each(wrongBodies)(
    'a body that is %s is the sender’s mistake, in Spanish and without the inside',
    async (_name, body) => {
      const before = await counted()
      for (const name of functions) {
        const answer = await post(name, tokens.get('admin'), body)
        expect(answer.status, `${name} ${answer.text}`).toBeGreaterThanOrEqual(400)
        expect(answer.status, `${name} ${answer.text}`).toBeLessThan(500)
        expect(Object.keys(answer.json)).toEqual(['error', 'code'])
        expect(String(answer.json.error)).toMatch(/\.$/)
        expect(String(answer.json.error)).not.toMatch(
          /select|violates|column|syntax|invalid |uuid|bigint|postgres/i,
        )
      }
      expect(await counted()).toEqual(before)
    },
  )

  it.each(wrongBodies)('nobody activates an account with a body that is %s', async (_, body) => {
    const answer = await post('activate-account', undefined, body)
    expect([answer.status, Object.keys(answer.json)]).toEqual([
      expect.toSatisfy((status: number) => status >= 400 && status < 500),
      ['error', 'code'],
    ])
  })

  it.each([
    ['nothing', ''],
    ['a path', '../../activar/x'],
    ['quotes', `' or true --`],
    ['a pattern', '%'],
    ['a hash', 'a'.repeat(64)],
    ['very long', 'A'.repeat(40_000)],
    ['zeros', '\u0000'],
    ['half a letter', '\ud800'],
  ])('a link to activate an account that is %s opens none', async (_, token) => {
    const before = await counted()
    const email = 'admin@clinica.test'
    const answer = await post('activate-account', undefined, { token, email, password: 'otra-mesa-verde-7' })
    expect([400, 410]).toContain(answer.status)
    expect(String(answer.json.error)).not.toMatch(/select|violates|column|syntax|invalid |uuid|postgres/i)
    expect(await counted()).toEqual(before)
  })

  it('other methods, other names and other origins', async () => {
    const token = tokens.get('admin')
    for (const name of functions)
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
        expect((await backend().call(method, `/functions/v1/${name}`, { token })).status).toBe(405)
    for (const name of [
      '',
      '__proto__',
      'constructor',
      'create-patient-manual/',
      'create-patient-manual/x',
      '%2e%2e/auth',
      'CREATE-PATIENT-MANUAL',
    ])
      expect((await post(name, token, {})).status, name).toBe(404)
    // A page of another origin has no session to send: there are no cookies.
    const foreign = await post('create-patient-manual', undefined, bodies()['create-patient-manual'], {
      origin: 'https://evil.example',
      cookie: `sb=${token}`,
    })
    expect(foreign.status).toBe(401)
    expect(foreign.headers.get('access-control-allow-credentials')).toBeNull()
    expect(foreign.headers.get('set-cookie')).toBeNull()
  })

  it('twenty at once make one person, one password, one profile', async () => {
    const email = `carrera-${randomUUID().slice(0, 8)}@clinica.test`
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        post('create-patient-manual', tokens.get(at % 2 ? 'doctora' : 'admin'), {
          full_name: 'Ana Carrera',
          email,
          requestId: at,
        }),
      ),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made.length).toBe(1)
    expect(answers.filter(({ status }) => status === 409).length).toBe(19)
    for (const { text } of answers.filter(({ status }) => status === 409))
      expect(text).not.toContain('tempPassword')
    const { rows } = await backend().database.query(
      'select (select count(*) from auth.users where email = $1)::int as users, (select count(*) from public.profiles where email = $1)::int as profiles',
      [email],
    )
    expect(rows[0]).toEqual({ users: 1, profiles: 1 })
  })

  it('a doctor makes no doctor, takes over no account and issues no password of others', async () => {
    const token = tokens.get('doctora')
    const raised = await post('create-patient-manual', token, {
      full_name: 'Ana Subida',
      email: 'subida@clinica.test',
      role: 'doctor',
      is_admin: true,
      password: 'Elegida-2026!',
      must_change: false,
      id: backend().ids.admin,
    })
    expect(raised.status).toBe(200)
    expect(raised.json.tempPassword).not.toBe('Elegida-2026!')
    const { rows } = await backend().database.query(
      `select role, is_admin from public.profiles where email = 'subida@clinica.test'`,
    )
    expect(rows).toEqual([{ role: 'patient', is_admin: false }])
    for (const person of ['admin', 'doctor', 'ajena', 'doctora'] as const) {
      const taken = await post('create-patient-manual', token, {
        full_name: 'Otro Nombre',
        email: ` ${person}@CLINICA.test `,
        requestId: 'x',
      })
      expect([person, taken.status]).toEqual([person, 409])
      const issue = await backend().call('POST', '/rest/v1/rpc/begin_password_issue', {
        token,
        body: { user_id: backend().ids[person] },
      })
      expect(issue.status).toBeGreaterThanOrEqual(400)
    }
    const removal = await post('admin-delete-user', token, { userIdToDelete: backend().ids.ajena })
    expect(removal.status).toBe(403)
    expect((await backend().signIn('ajena')).user.id).toBe(backend().ids.ajena)
  })

  it('a name with a script makes nobody, and is told in Spanish as data', async () => {
    const answer = await post('create-patient-manual', tokens.get('doctora'), {
      full_name: '<img src=x onerror=alert(1)> {{7*7}}',
      email: 'guion@clinica.test',
    })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.headers.get('content-type')).toContain('application/json')
    expect(JSON.parse(answer.text)).toMatchObject({
      error: expect.stringContaining('Nombre: usa solo letras'),
    })
    const rows = await backend().call(
      'GET',
      '/rest/v1/profiles?select=full_name&email=eq.guion@clinica.test',
      {
        token: tokens.get('doctora'),
      },
    )
    expect(JSON.parse(rows.text)).toEqual([])
  })
})
