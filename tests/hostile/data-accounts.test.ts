import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { createFunctions } from '#server/functions/functions.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { addAccount, keys, url } from '#tests/contract/accounts.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'

const password = 'Demo-2026!'
const people = {
  main: { email: 'principal@clinica.test', role: 'doctor', is_admin: true },
  admin: { email: 'admin@clinica.test', role: 'doctor', is_admin: true },
  lucia: { email: 'lucia@clinica.test', role: 'doctor' },
  andres: { email: 'andres@clinica.test', role: 'doctor' },
  patient: { email: 'paciente@clinica.test', full_name: 'Mariana López', role: 'patient' },
  fresh: { email: 'recien@clinica.test', role: 'patient', must_change: true },
} as const
type PersonName = keyof typeof people

describe.each(engines())('accounts under attack on $name', (engine) => {
  let stored: FreshDatabase
  let backend: Service
  const ids = new Map<PersonName, string>()
  const tokens = new Map<PersonName, string>()
  let count = 0

  beforeAll(async () => {
    stored = await freshDatabase(engine)
    const { database } = stored
    const identify = createIdentify(createVerifyToken(keys))
    const auth = createAuth({ database, keys, publicUrl: url, sendMail: async () => {} })
    const rest = createRest({ database, identify })
    const functions = createFunctions({ url, keys, identify, fetchBackend: (request) => backend(request) })
    backend = (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/auth/v1')) return auth(request)
      return pathname.startsWith('/rest/v1') ? rest(request) : functions(request)
    }
    await database.query(
      `insert into private.app_settings (key, value) values ('admin_email', $1)
       on conflict (key) do update set value = excluded.value`,
      [people.main.email],
    )
    for (const who of Object.keys(people) as PersonName[]) {
      ids.set(who, await addAccount(database, backend, { ...people[who], password }))
      tokens.set(who, await signIn(people[who].email, password))
    }
  })
  afterAll(() => stored?.dispose())

  async function send(path: string, body: unknown, token: string, method = 'POST') {
    count += 1
    const response = await backend(
      new Request(`${url}${path}`, {
        method,
        headers: {
          apikey: keys.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          // Limits by address are not tested here.
          'x-forwarded-for': `192.0.2.${count % 250}`,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const json: unknown = await response.json().catch(() => undefined)
    return { status: response.status, json: (json ?? {}) as Record<string, unknown> }
  }

  async function signIn(email: string, secret: string): Promise<string> {
    const { json } = await send(
      '/auth/v1/token?grant_type=password',
      { email, password: secret },
      keys.anonKey,
    )
    return typeof json.access_token === 'string' ? json.access_token : ''
  }

  const tokenOf = (who: PersonName) => tokens.get(who) ?? ''
  const create = (token: string, body: unknown) => send('/functions/v1/create-patient-manual', body, token)

  async function accountsLike(pattern: string) {
    const { rows } = await stored.database.query<{
      email: string
      role: string
      is_admin: boolean
      must_change: boolean
    }>(
      `select p.email, p.role, p.is_admin, s.must_change from public.profiles p
       join private.account_state s on s.user_id = p.id where p.email like $1 order by p.email`,
      [pattern],
    )
    return rows
  }

  it('a doctor makes a patient and nothing else, whatever the body says', async () => {
    const made = await create(tokenOf('lucia'), {
      full_name: 'Intrusa',
      email: ' Intrusa@Clinica.TEST ',
      role: 'doctor',
      is_admin: true,
      specialty: 'Cirugía',
      password: 'Elegida-1',
      id: ids.get('admin'),
      created_by: ids.get('admin'),
      must_change: false,
      user_metadata: { role: 'doctor' },
      app_metadata: { role: 'service_role' },
      details: { is_admin: true },
    })
    expect(made.status).toBe(200)
    expect(made.json.tempPassword).not.toBe('Elegida-1')
    expect(await accountsLike('intrusa%')).toEqual([
      { email: 'intrusa@clinica.test', role: 'patient', is_admin: false, must_change: true },
    ])
    expect(await signIn('intrusa@clinica.test', 'Elegida-1')).toBe('')
  })

  it.each([
    ['a letter of another alphabet', 'аdmin@clinica.test'],
    ['a letter that becomes another one in lower case', '\u212Aevin@clinica.test'],
    ['a dotted capital', 'LUC\u0130A@clinica.test'],
    ['an invisible letter', 'admin@clinica.test\u200b'],
    ['an invisible letter inside', 'ad\u00admin@clinica.test'],
    ['a right-to-left mark', '\u202eadmin@clinica.test'],
    ['a space of another kind', '\u00a0admin@clinica.test'],
    ['a control character', 'admin@clinica.test\u0001'],
    ['a dot at the end', 'admin@clinica.test.'],
    ['a line of its own', 'admin@clinica.test\nbcc: otra@fuera.test'],
    ['two addresses', 'admin@clinica.test,otra@fuera.test'],
    ['a name before it', 'Admin <admin@clinica.test>'],
    ['a quoted part', '"admin"@clinica.test'],
    ['a full-width sign', 'admin\uff20clinica.test'],
    ['a domain of another alphabet', 'admin@сlinica.test'],
    ['300 letters', `${'a'.repeat(290)}@clinica.test`],
  ])('no account under an address with %s', async (_, email) => {
    const before = await accountsLike('%')
    expect((await create(tokenOf('lucia'), { full_name: 'Doble', email })).status).toBe(400)
    expect(await accountsLike('%')).toEqual(before)
  })

  it.each([
    ['an administrator', 'ADMIN@clinica.test'],
    ['the main administrator', ' Principal@Clinica.Test'],
    ['another doctor', 'Andres@CLINICA.test '],
    ['a patient of another name', 'paciente@clinica.test'],
  ])('no second account of %s, nor a changed one', async (_, email) => {
    const before = await accountsLike('%')
    const tried = await create(tokenOf('lucia'), {
      full_name: 'Otra Persona',
      email,
      role: 'doctor',
      requestId: '1',
    })
    expect([tried.status, tried.json.linked, tried.json.tempPassword]).toEqual([409, undefined, undefined])
    expect(await accountsLike('%')).toEqual(before)
  })

  it.each([
    ['a list', '[1]'],
    ['nothing', 'null'],
    ['a text', '"x"'],
    ['no JSON', '{"full_name":'],
    ['an object as the name', '{"full_name":{"$ne":1},"email":"x@clinica.test"}'],
    ['a list as the e-mail', '{"full_name":"X","email":["x@clinica.test"]}'],
    ['a text as the right', '{"full_name":"X","email":"x@clinica.test","is_admin":"true"}'],
    ['a NUL', '{"full_name":"a\\u0000b","email":"x@clinica.test"}'],
    ['half a character', '{"full_name":"a\\ud800b","email":"x@clinica.test"}'],
    ['an invisible name', '{"full_name":"\\u200b\\u00a0\\u2060","email":"x@clinica.test"}'],
    ['a negative age', '{"full_name":"X","email":"x@clinica.test","age":-1}'],
    ['an age of 1e999', '{"full_name":"X","email":"x@clinica.test","age":1e999}'],
    [
      'a deep value',
      `{"full_name":"X","email":"x@clinica.test","x":${'['.repeat(5000)}${']'.repeat(5000)},"age":"x"}`,
    ],
  ])('%s is refused in words', async (_, body) => {
    const tried = await create(tokenOf('lucia'), body)
    expect(tried.status).toBe(400)
    expect(tried.json.error).toMatch(/\w/)
    expect(await accountsLike('x@clinica.test')).toEqual([])
  })

  it('nobody without the right makes or erases accounts', async () => {
    const before = await accountsLike('%')
    const body = { full_name: 'X', email: 'x@clinica.test', role: 'doctor' }
    const forged = await new SignJWT({ role: 'service_role', sub: ids.get('patient') })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('another secret of the same length!!'))
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`.replaceAll('=', '')
    const noSession = await new SignJWT({ role: 'authenticated', sub: ids.get('admin') })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(keys.jwtSecret))
    for (const [who, token, status] of [
      ['a patient', tokenOf('patient'), 403],
      ['a patient with a temporary password', tokenOf('fresh'), 403],
      ['a visitor', keys.anonKey, 401],
      ['a forged token', forged, 401],
      ['an unsigned token', unsigned, 401],
      ['a token without a session', noSession, 401],
      ['the service key, which is nobody', keys.serviceRoleKey, 401],
    ] as const) {
      expect((await create(token, body)).status, who).toBe(status)
      const erased = await send(
        '/functions/v1/admin-delete-user',
        { userIdToDelete: ids.get('patient') },
        token,
      )
      expect(erased.status, who).toBe(status)
      const accepted = await send('/functions/v1/accept-study-request', { request: { id: 1 } }, token)
      expect(accepted.status, who).toBe(status)
    }
    for (const who of ['patient', 'lucia', 'admin'] as const) {
      for (const [method, path] of [
        ['POST', '/auth/v1/admin/users'],
        ['PUT', `/auth/v1/admin/users/${ids.get('patient')}`],
        ['DELETE', `/auth/v1/admin/users/${ids.get('patient')}`],
      ] as const) {
        const tried = await send(path, { email: 'x@clinica.test', password }, tokenOf(who), method)
        expect([401, 403], `${who} ${method}`).toContain(tried.status)
      }
    }
    expect(
      (
        await send(
          '/functions/v1/admin-delete-user',
          { userIdToDelete: ids.get('patient') },
          tokenOf('lucia'),
        )
      ).status,
    ).toBe(403)
    expect(
      (await send('/functions/v1/admin-delete-user', { userIdToDelete: ids.get('main') }, tokenOf('admin')))
        .status,
    ).toBe(403)
    expect(await accountsLike('%')).toEqual(before)
  })

  it('claims of one’s own metadata lift nobody', async () => {
    const tried = await send(
      '/auth/v1/user',
      { data: { role: 'doctor', is_admin: true }, app_metadata: { role: 'service_role' } },
      tokenOf('patient'),
      'PUT',
    )
    expect(tried.status).toBe(422)
    const { rows } = await stored.database.query<{ app: unknown; own: unknown }>(
      `select raw_app_meta_data -> 'role' as app, raw_user_meta_data -> 'role' as own from auth.users where id = $1`,
      [ids.get('patient')],
    )
    expect(rows).toEqual([{ app: null, own: null }])
  })

  it('twenty at once make one patient: one password, nineteen told that the patient is linked', async () => {
    const body = { full_name: 'Rosa Díaz', email: 'rosa@clinica.test' }
    const made = await Promise.all(Array.from({ length: 20 }, () => create(tokenOf('lucia'), body)))
    expect(made.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(made.filter(({ json }) => json.linked === true)).toHaveLength(19)
    expect(await accountsLike('rosa@%')).toHaveLength(1)
    const [won] = made.filter(({ status }) => status === 200)
    expect(await signIn('rosa@clinica.test', String(won?.json.tempPassword))).not.toBe('')
  })

  it('twenty repeats of one request make one patient with one password that works and is temporary', async () => {
    const body = { full_name: 'Eva Luna', email: 'eva@clinica.test', requestId: '77' }
    const made = await Promise.all(Array.from({ length: 20 }, () => create(tokenOf('lucia'), body)))
    expect(made.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await accountsLike('eva@%')).toEqual([
      { email: 'eva@clinica.test', role: 'patient', is_admin: false, must_change: true },
    ])
    const opened = await Promise.all(
      made.flatMap(({ json }) =>
        typeof json.tempPassword === 'string' ? [signIn('eva@clinica.test', json.tempPassword)] : [],
      ),
    )
    expect(opened.filter((token) => token !== '')).toHaveLength(1)
  })

  it('two doctors and an administrator at once about one address: one account, with the rights of whoever made it', async () => {
    const made = await Promise.all([
      create(tokenOf('lucia'), { full_name: 'Iris Sol', email: 'iris@clinica.test' }),
      create(tokenOf('andres'), { full_name: 'Otra Iris', email: 'IRIS@clinica.test' }),
      create(tokenOf('admin'), { full_name: 'Iris Sol', email: 'iris@clinica.test', role: 'doctor' }),
    ])
    expect(made.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(made.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const [account, ...others] = await accountsLike('iris@%')
    expect(others).toEqual([])
    expect(account?.role).toBe(made[2]?.status === 200 ? 'doctor' : 'patient')
  })

  it('a password that somebody else issued never passes for the owner’s, also when the old one comes in between', async () => {
    const body = { full_name: 'Lia Mar', email: 'lia@clinica.test', requestId: '78' }
    const first = await create(tokenOf('lucia'), body)
    const [old, lia] = [String(first.json.tempPassword), String(Object(first.json.user).id)]
    const session = await signIn('lia@clinica.test', old)
    // A reissue's first step; whoever has the old password tries to be faster than the next.
    const begun = await send('/rest/v1/rpc/begin_password_issue', { user_id: lia }, tokenOf('lucia'))
    expect(begun.status).toBe(200)
    expect(await signIn('lia@clinica.test', old)).toBe('')
    expect((await send('/auth/v1/user', { password: 'Robada-2026' }, session, 'PUT')).status).toBe(403)
    // However late the announced password arrives.
    await stored.database.query(
      `update private.account_state set issuing = now() - interval '1 hour' where user_id = $1`,
      [lia],
    )
    const again = await create(tokenOf('lucia'), body)
    expect(again.status).toBe(200)
    await stored.database.query(
      `update private.account_state set issuing = now() - interval '1 hour' where user_id = $1`,
      [lia],
    )
    expect((await accountsLike('lia@%'))[0]?.must_change).toBe(true)
    const chosen = await send(
      '/auth/v1/user',
      { password: 'Elegida-2026' },
      await signIn('lia@clinica.test', String(again.json.tempPassword)),
      'PUT',
    )
    expect(chosen.status).toBe(200)
    expect((await accountsLike('lia@%'))[0]?.must_change).toBe(false)
    expect((await create(tokenOf('lucia'), body)).status).toBe(409)
  })

  it('reissues racing with the owner’s choice: who ends with a password of the doctor’s must change it', async () => {
    const body = { full_name: 'Noa Paz', email: 'noa@clinica.test', requestId: '79' }
    const first = await create(tokenOf('lucia'), body)
    const session = await signIn('noa@clinica.test', String(first.json.tempPassword))
    const [chosen, ...made] = await Promise.all([
      send('/auth/v1/user', { password: 'Elegida-2026' }, session, 'PUT'),
      ...Array.from({ length: 6 }, () => create(tokenOf('lucia'), body)),
    ])
    expect(made.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const own = await signIn('noa@clinica.test', 'Elegida-2026')
    expect((await accountsLike('noa@%'))[0]?.must_change).toBe(own === '')
    expect(chosen.status).toBe(own === '' ? 403 : 200)
  })
})
