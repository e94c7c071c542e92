import { randomBytes, randomUUID } from 'node:crypto'
import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Caller, openStage, type Stage, signedIn, visitorOf } from './calls-stage.ts'

// What supabase-js knows and no screen calls, or calls with nonsense; what the screens call is in writes.test.ts and
// screen-sessions.test.ts.

describe.each(engines())('what the product calls on $name', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(engine)
  })
  afterAll(() => stage?.product.stop())

  describe('sessions', () => {
    const email = 'paciente2@clinica.test'
    const post = async (path: string, body: unknown, token?: string) => {
      const { url, keys } = stage.product
      const response = await fetch(`${url}/auth/v1/${path}`, {
        method: 'POST',
        headers: {
          apikey: keys.anonKey,
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
      const answer: Record<string, unknown> = await response.json().catch(() => ({}))
      return { status: response.status, body: answer }
    }

    it('begin with e-mail and password', async () => {
      const before = Math.floor(Date.now() / 1000)
      const { data, error } = await visitorOf(stage.product).auth.signInWithPassword({
        email,
        password: 'Demo-2026!',
      })
      expect(error).toBeNull()
      expect(data.session).toMatchObject({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refresh_token: expect.any(String),
        token_type: 'bearer',
        expires_in: expect.any(Number),
        expires_at: expect.any(Number),
      })
      expect(data.session?.expires_at).toBeGreaterThanOrEqual(before + (data.session?.expires_in ?? Infinity))
      expect(data.user).toMatchObject({
        id: stage.id('paciente2'),
        email,
        aud: 'authenticated',
        role: 'authenticated',
        user_metadata: { full_name: 'Jorge Méndez Cruz' },
      })
    })

    it('do not begin with a wrong password, nor for somebody unknown, and both sound alike', async () => {
      for (const wrong of [
        { email, password: 'no-es-esta' },
        { email: 'nadie@clinica.test', password: 'Demo-2026!' },
      ]) {
        const { error } = await visitorOf(stage.product).auth.signInWithPassword(wrong)
        expect(error).toMatchObject({
          status: 400,
          code: 'invalid_credentials',
          message: 'Invalid login credentials',
        })
      }
    })

    it('are renewed by their refresh token', async () => {
      const client = await signedIn(stage.product, email)
      const first = (await client.auth.getSession()).data.session
      const { data, error } = await client.auth.refreshSession()
      expect(error).toBeNull()
      expect(data.session?.refresh_token).not.toBe(first?.refresh_token)
      expect(data.user?.id).toBe(stage.id('paciente2'))
      const unknown = await visitorOf(stage.product).auth.refreshSession({ refresh_token: 'x'.repeat(22) })
      expect(unknown.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
    })

    it.each([
      ['token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }],
      ['token?grant_type=id_token', { provider: 'google', id_token: 'x' }],
      ['token?grant_type=otra', {}],
      ['token', {}],
      ['signup', { email: 'nueva@clinica.test', password: 'Demo-2026!' }],
      ['signup', {}],
      ['otp', { email, create_user: true }],
      ['otp', { phone: '+5255500000' }],
      ['resend', { type: 'signup', email }],
      ['sso', { domain: 'clinica.test' }],
    ])('do not begin by %s', async (path, body) => {
      const { status, body: answer } = await post(path, body)
      expect([status >= 400 && status < 500, answer]).toEqual([
        true,
        expect.not.objectContaining({ access_token: expect.anything() }),
      ])
    })

    it('do not begin at somebody else’s door', async () => {
      const { url, keys } = stage.product
      const response = await fetch(`${url}/auth/v1/authorize?provider=google`, {
        headers: { apikey: keys.anonKey },
        redirect: 'manual',
      })
      expect(response.status).toBe(400)
    })

    it('tell who they are, and let the password be changed but not the e-mail', async () => {
      const client = await signedIn(stage.product, 'doctor@clinica.test')
      expect((await client.auth.getUser()).data.user).toMatchObject({
        id: stage.id('doctor'),
        email: 'doctor@clinica.test',
      })
      const { error } = await client.auth.updateUser({ password: 'Otra-2026!' })
      expect(error).toBeNull()
      await signedIn(stage.product, 'doctor@clinica.test', 'Otra-2026!')
      const moved = await client.auth.updateUser({ email: 'otro@clinica.test' })
      expect(moved.error).toMatchObject({
        status: expect.toSatisfy((status) => status >= 400 && status < 500),
      })
      expect((await client.auth.getUser()).data.user?.email).toBe('doctor@clinica.test')
      const short = await client.auth.updateUser({ password: 'corta' })
      expect(short.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] })
      // The clinic's name, which the product passes to its auth service.
      const named = await client.auth.updateUser({ password: 'Indice1' })
      expect(named.error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['pwned'] })
    })

    it.each([
      ['local', [false, true]],
      ['others', [true, false]],
      ['global', [false, false]],
    ] as const)('end by scope %s', async (scope, [own, other]) => {
      const one = await signedIn(stage.product, email)
      const two = await signedIn(stage.product, email)
      const token = (await one.auth.getSession()).data.session?.access_token ?? ''
      const lives = async (client: SupabaseClient, jwt?: string) =>
        (await client.auth.getUser(jwt)).error === null
      expect((await one.auth.signOut({ scope })).error).toBeNull()
      expect([await lives(visitorOf(stage.product), token), await lives(two)]).toEqual([own, other])
    })

    it('of the public key manage nobody', async () => {
      const { admin } = stage.as('admin').auth
      for (const { error } of [
        await admin.listUsers(),
        await admin.createUser({ email: 'nueva@clinica.test' }),
        await admin.deleteUser(stage.id('paciente')),
      ]) {
        expect(error?.status).toBe(403)
      }
    })
  })

  describe('server functions', () => {
    const invoke = async (caller: Caller, name: string, body: Record<string, unknown>) => {
      const { data, error } = await stage.as(caller).functions.invoke(name, { body })
      if (!error) return { status: 200, body: data }
      if (!(error instanceof FunctionsHttpError)) throw error
      return { status: error.context.status, body: await error.context.json() }
    }
    it('answer a Spanish error to whoever may not or sends nonsense', async () => {
      const calls: [Caller, string, Record<string, unknown>, number][] = [
        ['paciente', 'accept-study-request', { request: { id: 1 } }, 403],
        ['doctora', 'accept-study-request', { request: { id: 999_999 } }, 404],
        ['doctora', 'accept-study-request', {}, 400],
        ['doctora', 'create-patient-manual', { full_name: 'Sin correo' }, 400],
        ['admin2', 'admin-delete-user', { userIdToDelete: stage.id('admin') }, 403],
        ['admin2', 'admin-delete-user', { userIdToDelete: 'x' }, 400],
        ['doctora', 'issue-temporary-password', { userId: stage.id('doctora') }, 403],
        ['doctora', 'issue-temporary-password', {}, 400],
        ['doctora', 'remove-second-factor', { userId: stage.id('doctor') }, 403],
        ['admin', 'remove-second-factor', { userId: stage.id('doctor') }, 409],
        ['admin', 'remove-second-factor', {}, 400],
        ['visitor', 'create-patient-manual', {}, 401],
      ]
      for (const [caller, name, body, status] of calls) {
        expect([name, await invoke(caller, name, body)]).toEqual([
          name,
          { status, body: { error: expect.any(String), code: `PT${status}` } },
        ])
      }
    })
  })

  describe('files of studies', () => {
    const filesOf = (caller: Caller) => stage.as(caller).storage.from('study_files')
    // Stored with the type that its first bytes confirm.
    const bytes = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), randomBytes(50_000)])
    let folder = ''
    const path = () => `${folder}/estudio.zip`
    const bytesOf = async (blob: Blob | null) =>
      Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
    beforeAll(() => {
      folder = `${stage.id('paciente')}/${randomUUID()}`
    })

    it('upload once; the same path is refused without upsert', async () => {
      const { data, error } = await filesOf('doctora').upload(path(), bytes, {
        contentType: 'application/zip',
      })
      expect(error).toBeNull()
      expect(data).toMatchObject({ path: path(), fullPath: `study_files/${path()}`, id: expect.any(String) })
      const again = await filesOf('doctora').upload(path(), bytes)
      expect(again.error).toMatchObject({ message: 'The resource already exists' })
    })

    it('download the same bytes, for the patient and the linked doctor only', async () => {
      for (const caller of ['paciente', 'doctora', 'admin'] as const) {
        const { data, error } = await filesOf(caller).download(path())
        expect([caller, error, bytes.equals(await bytesOf(data))]).toEqual([caller, null, true])
      }
      for (const caller of ['paciente2', 'visitor'] as const) {
        expect([caller, (await filesOf(caller).download(path())).data]).toEqual([caller, null])
      }
    })

    it('are kept for 3600 seconds unless the upload says otherwise', async () => {
      const { data } = await filesOf('paciente').createSignedUrl(path(), 60)
      const response = await fetch(data?.signedUrl ?? '')
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
      expect(bytes.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
      const [object] = await stage.stored(`select metadata from storage.objects where name = '${path()}'`)
      expect(object?.metadata).toMatchObject({ cacheControl: 'max-age=3600', size: bytes.length })
    })

    it('list by name, 100 at most', async () => {
      for (const name of ['b.txt', 'a.txt']) await filesOf('doctora').upload(`${folder}/${name}`, bytes)
      const { data, error } = await filesOf('paciente').list(folder)
      expect(error).toBeNull()
      expect(data?.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'estudio.zip'])
      const part = await filesOf('paciente').list(folder, {
        limit: 1,
        offset: 1,
        sortBy: { column: 'name', order: 'desc' },
      })
      expect(part.data?.map(({ name }) => name)).toEqual(['b.txt'])
      expect((await filesOf('paciente2').list(folder)).data).toEqual([])
    })

    it('sign addresses, several at once', async () => {
      const { data, error } = await filesOf('paciente').createSignedUrls([path(), `${folder}/nada`], 60)
      expect(error).toBeNull()
      expect(data?.map((one) => one.error === null)).toEqual([true, false])
      expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
      expect((await filesOf('paciente2').createSignedUrl(path(), 60)).error).not.toBeNull()
    })

    it('move, copy and remove, by the uploader', async () => {
      const names = async () => (await filesOf('doctora').list(folder)).data?.map(({ name }) => name)
      expect((await filesOf('doctora').move(`${folder}/a.txt`, `${folder}/c.txt`)).error).toBeNull()
      const { data } = await filesOf('doctora').copy(`${folder}/b.txt`, `${folder}/d.txt`)
      expect(data).toEqual({ path: `study_files/${folder}/d.txt` })
      expect(await names()).toEqual(['b.txt', 'c.txt', 'd.txt', 'estudio.zip'])
      expect((await filesOf('paciente').remove([`${folder}/b.txt`])).data).toEqual([])
      const removed = await filesOf('doctora').remove([`${folder}/b.txt`, `${folder}/nada`])
      expect(removed.data).toEqual([expect.objectContaining({ name: `${folder}/b.txt` })])
      expect(await names()).toEqual(['c.txt', 'd.txt', 'estudio.zip'])
    })
  })
})
