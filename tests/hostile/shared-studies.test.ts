import { createHash, randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Answer, type Person, useTestBackend } from './test-backend.ts'

type Link = { id: string; token: string; pin: string; expires_at: string }

const pdf = '%PDF-1.7 imagen del paciente'

describe.each(engines())('links to studies and whoever finds one on $name', (engine) => {
  const backend = useTestBackend(engine)
  const tokens = new Map<Person, string>()
  let study = ''
  let link: Link

  const rpc = (as: Person, name: string, body: unknown) =>
    backend().call('POST', `/rest/v1/rpc/${name}`, { token: tokens.get(as), body })
  const create = async (as: Person, more: Record<string, unknown> = {}): Promise<Link> => {
    const answer = await rpc(as, 'create_study_share', {
      study_id: study,
      label: 'Dr. Ruiz',
      days: 14,
      max_uses: 5,
      ...more,
    })
    expect(answer.status, answer.text).toBe(200)
    return JSON.parse(answer.text)
  }
  const open = (body: unknown, from = '198.51.100.1'): Promise<Answer> =>
    backend().call('POST', '/functions/v1/open-shared-study', { body, from })
  const withPin = (from?: string) => open({ token: link.token, pin: link.pin }, from)
  const usesOf = async () => {
    const { rows } = await backend().database.query<{ uses: number }>(
      'select uses from public.study_shares where id = $1',
      [link.id],
    )
    return rows[0]?.uses
  }
  const fileOf = ({ json }: Answer) => Object(json.file) as { name: string; address: string }

  beforeAll(async () => {
    for (const person of ['admin', 'doctora', 'doctor', 'paciente', 'ajena'] as const)
      tokens.set(person, (await backend().signIn(person)).access_token)
    const { paciente, doctora } = backend().ids
    const path = `${paciente}/${randomUUID()}-estudio.pdf`
    const sent = await backend().call('POST', `/storage/v1/object/study_files/${path}`, {
      token: tokens.get('doctora'),
      body: new TextEncoder().encode(pdf),
      headers: { 'content-type': 'application/pdf' },
    })
    expect(sent.status, sent.text).toBe(200)
    const { rows } = await backend().database.query<{ id: string }>(
      `insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url, file_name)
       values ($1, $2, 'Tomografías', '2026-01-05', $3, 'Estudio de Ana.pdf') returning id`,
      [paciente, doctora, path],
    )
    study = rows[0]?.id ?? ''
  })
  afterEach(async () => {
    await backend().database.exec(
      'delete from public.study_shares; delete from private.share_tries; delete from private.rate_limits',
    )
  })

  describe('a link', () => {
    it('and its PIN open the study for anybody, byte by byte', async () => {
      link = await create('doctora')
      const answer = await withPin()
      expect(answer.status, answer.text).toBe(200)
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(answer.json).toEqual({
        study: {
          study_type: 'Tomografías',
          study_date: '2026-01-05',
          patient_name: expect.any(String),
          hidden: false,
          label: 'Dr. Ruiz',
        },
        file: {
          name: 'Estudio de Ana.pdf',
          address: expect.stringMatching(/^\/storage\/v1\/object\/sign\/study_files\//),
        },
        picture: null,
        preview: null,
        report: null,
        expires_at: expect.any(String),
        visit: expect.stringMatching(/^[\w-]{22}$/),
      })
      const file = await backend().call('GET', fileOf(answer).address)
      expect([file.status, file.text]).toEqual([200, pdf])
      expect(file.headers.get('content-disposition')).toContain('attachment')
      const { rows } = await backend().database.query(
        `select action, actor, actor_role, patient_id from private.audit_log
         where subject in ('study_shares', 'study_files') and at > now() - interval '1 minute' and actor is null order by id`,
      )
      const line = { actor: null, patient_id: backend().ids.paciente }
      expect(rows).toEqual([
        { ...line, action: 'open', actor_role: 'anon' },
        { ...line, action: 'open', actor_role: 'service_role' },
        // All bytes left.
        { ...line, action: 'download', actor_role: 'service_role' },
      ])
    })

    it('shows the large picture of the study, and opens all the same when the picture is gone', async () => {
      const { database, ids } = backend()
      const cover = `${ids.paciente}/portada.webp`
      const sent = await backend().call('POST', `/storage/v1/object/study_files/${cover}`, {
        token: tokens.get('doctora'),
        body: new TextEncoder().encode('picture'),
        headers: { 'content-type': 'image/webp' },
      })
      expect(sent.status, sent.text).toBe(200)
      await database.query(
        `insert into public.study_previews (study_id, source, state, kind, maker, cover_path, cover_width, cover_height, tint)
         select id, file_url, 'partial', 'image', 1, $2, 1280, 700, '101010' from public.studies where id = $1`,
        [study, cover],
      )
      link = await create('doctora')
      const { picture } = (await withPin()).json
      expect(picture).toEqual({ address: expect.any(String), width: 1280, height: 700, tint: '101010' })
      const { address } = Object(picture)
      expect((await backend().call('GET', address)).text).toBe('picture')
      await database.query('delete from storage.objects where name = $1', [cover])
      const without = await withPin()
      expect([without.status, without.json.picture]).toEqual([200, null])
      await database.query('delete from public.study_previews where study_id = $1', [study])
    })

    it('tells where the slices of a volume lie, again for each new address, and opens all the same when the index is gone', async () => {
      const { database, ids } = backend()
      const beside = (name: string) => `${ids.paciente}/${name}`
      const shape = { size: [64, 64, 40], mm: [1, 1, 1], low: -1000, high: 2600, unit: 'HU', columns: 8 }
      const paths = [1, 2, 3, 4].map((at) => beside(`previa-${at}.webp`))
      for (const path of [...paths, beside('indice.json')]) {
        const sent = await backend().call('POST', `/storage/v1/object/study_files/${path}`, {
          token: tokens.get('doctora'),
          body: new TextEncoder().encode(path),
          headers: { 'content-type': path.endsWith('json') ? 'application/json' : 'image/webp' },
        })
        expect(sent.status, sent.text).toBe(200)
      }
      await database.query(
        `insert into public.study_previews (study_id, source, state, kind, maker, file_bytes, parts, sheets, index_path)
         select id, file_url, 'partial', 'volume', 1, 146000000, '{"volumes": 1}', $2, $3 from public.studies where id = $1`,
        [study, JSON.stringify({ ...shape, paths }), beside('indice.json')],
      )
      link = await create('doctora')
      const first = await withPin()
      for (const { json } of [first, await open({ token: link.token, visit: first.json.visit })]) {
        const { sheets, index, ...rest } = Object(json.preview)
        expect(rest).toEqual({ shape, bytes: 146_000_000, known: false, parts: { volumes: 1 } })
        const found = await Promise.all(
          [...sheets, index].map(async (address) => (await backend().call('GET', address)).text),
        )
        expect(found).toEqual([...paths, beside('indice.json')])
        const token = new URL(index, 'http://x').searchParams.get('token') ?? ''
        const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
        expect(claims.exp - claims.iat).toBe(600)
      }
      await database.query('delete from storage.objects where name = $1', [beside('indice.json')])
      expect((await withPin()).json.preview).toMatchObject({ sheets: { length: 4 }, index: null })
      await database.query('delete from public.study_previews where study_id = $1', [study])
    })

    it('opens with a session too, which adds nothing', async () => {
      link = await create('doctora')
      const answer = await backend().call('POST', '/functions/v1/open-shared-study', {
        token: tokens.get('ajena'),
        body: { token: link.token, pin: '000000' === link.pin ? '111111' : '000000' },
      })
      expect([answer.status, answer.json.outcome, answer.json.left]).toEqual([403, 'wrong', 4])
    })

    it('is asked of the function alone: neither a visitor nor an account reaches the database’s own', async () => {
      link = await create('doctora')
      const body = { token: link.token, pin: link.pin, visit: null, sender: {} }
      for (const as of ['paciente', 'doctora', 'admin'] as const)
        expect((await rpc(as, 'open_study_share', body)).status).toBe(403)
      expect((await backend().call('POST', '/rest/v1/rpc/open_study_share', { body })).status).toBe(401)
      expect(await usesOf()).toBe(0)
    })

    it('gives an address of that file alone, for a minute', async () => {
      link = await create('doctora')
      const { address } = fileOf(await withPin())
      const token = new URL(address, 'http://x').searchParams.get('token') ?? ''
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      expect(claims.exp - claims.iat).toBe(60)
      const elsewhere = address.replace(backend().ids.paciente, backend().ids.ajena)
      expect((await backend().call('GET', elsewhere)).status).toBe(400)
      for (const path of [
        '/rest/v1/studies',
        '/storage/v1/object/info/study_files/x',
        '/functions/v1/admin-delete-user',
      ])
        expect((await backend().call('GET', path, { token })).status).toBeGreaterThanOrEqual(400)
    })
  })

  describe('at once', () => {
    it('forty openings of a link for five: five', async () => {
      link = await create('doctora')
      const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => withPin(`198.51.100.${at}`)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect(answers.filter(({ json }) => json.outcome === 'used_up')).toHaveLength(35)
      expect(await usesOf()).toBe(5)
    })

    it('sixty guesses from sixty addresses: five are looked at', async () => {
      link = await create('doctora')
      const wrong = link.pin === '000000' ? '111111' : '000000'
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, at) => open({ token: link.token, pin: wrong }, `203.0.113.${at}`)),
      )
      expect(answers.map(({ json }) => json.left ?? '-').sort()).toEqual([...Array(56).fill('-'), 1, 2, 3, 4])
      expect((await withPin()).json).toMatchObject({ outcome: 'locked', seconds: expect.any(Number) })
      expect(await usesOf()).toBe(0)
    })

    it('a hundred guesses of tokens from one address: forty, then 429 for all of them', async () => {
      link = await create('doctora')
      const statuses: number[] = []
      for (let at = 0; at < 50; at++)
        statuses.push((await open({ token: randomUUID(), pin: '123456' }, '203.0.113.7')).status)
      expect(statuses).toEqual([...Array(40).fill(403), ...Array(10).fill(429)])
      expect((await withPin('203.0.113.7')).status).toBe(429)
      expect((await withPin('203.0.113.8')).status).toBe(200)
    })

    it('a revocation and twenty openings: what came after it is refused', async () => {
      link = await create('doctora', { max_uses: 100 })
      const [revoked, ...answers] = await Promise.all([
        rpc('paciente', 'revoke_study_share', { share_id: link.id }),
        ...Array.from({ length: 20 }, (_, at) => withPin(`198.51.100.${at}`)),
      ])
      expect(revoked?.status).toBe(204)
      const opened = answers.filter(({ status }) => status === 200)
      expect(answers.filter(({ json }) => json.outcome === 'revoked')).toHaveLength(20 - opened.length)
      expect(await usesOf()).toBe(opened.length)
      for (const { json } of opened)
        expect((await open({ token: link.token, visit: json.visit })).json.outcome).toBe('revoked')
    })
  })

  it('a visit that is sent again from elsewhere opens for as long as the link stands, and not with another token', async () => {
    link = await create('doctora', { max_uses: 1 })
    const { visit } = (await withPin()).json
    expect((await withPin()).json.outcome).toBe('used_up')
    expect((await open({ token: link.token, visit }, '203.0.113.9')).status).toBe(200)
    const other = await create('doctora')
    expect((await open({ token: other.token, visit })).json.outcome).toBe('visit_over')
    await rpc('doctora', 'revoke_study_share', { share_id: link.id })
    expect((await open({ token: link.token, visit })).json).toEqual({
      outcome: 'revoked',
      error: expect.any(String),
      code: 'PT410',
    })
  })

  it('a new PIN ends the old one, and a deleted study all of them', async () => {
    link = await create('doctora')
    const renewed: Link = JSON.parse((await rpc('doctora', 'renew_study_share', { share_id: link.id })).text)
    expect((await withPin()).json.outcome).toBe('wrong')
    expect((await open({ token: renewed.token, pin: renewed.pin })).status).toBe(200)
    for (const as of ['doctor', 'ajena', 'paciente', 'admin'] as const)
      expect((await rpc(as, 'renew_study_share', { share_id: link.id })).status).toBe(404)
  })

  it('what is stored opens nothing: neither a hash nor the row', async () => {
    link = await create('doctora')
    const { rows } = await backend().database.query<Record<string, string>>(
      `select encode(token_hash, 'hex') as token, encode(token_hash, 'base64') as token64, encode(pin_hash, 'hex') as pin
       from private.share_secrets`,
    )
    expect(rows[0]?.token).toBe(createHash('sha256').update(link.token).digest('hex'))
    for (const token of [rows[0]?.token, rows[0]?.token64, link.id])
      for (const pin of [rows[0]?.pin, link.pin])
        expect((await open({ token, pin })).status, `${token} ${pin}`).toBe(403)
    const listed = await backend().call('GET', '/rest/v1/study_shares', { token: tokens.get('paciente') })
    expect(listed.text).toContain(link.id)
    expect(listed.text).not.toContain(link.token)
    expect(listed.text).not.toContain(link.pin)
  })

  it('whoever may not read the study makes, sees and ends no link to it', async () => {
    link = await create('doctora')
    for (const as of ['doctor', 'ajena'] as const) {
      expect(
        (await rpc(as, 'create_study_share', { study_id: study, label: null, days: 1, max_uses: 1 })).status,
      ).toBe(404)
      expect((await rpc(as, 'revoke_study_share', { share_id: link.id })).status).toBe(404)
      expect((await backend().call('GET', '/rest/v1/study_shares', { token: tokens.get(as) })).text).toBe(
        '[]',
      )
      for (const method of ['PATCH', 'DELETE'])
        expect(
          (
            await backend().call(method, `/rest/v1/study_shares?id=eq.${link.id}`, {
              token: tokens.get(as),
              body: { max_uses: 100 },
            })
          ).status,
        ).toBe(403)
    }
    expect((await withPin()).status).toBe(200)
  })

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no token', '{"pin":"123456"}'],
    ['no PIN', '{"token":"a"}'],
    ['a number for a PIN', '{"token":"a","pin":123456}'],
    ['an object for a token', '{"token":{"$ne":null},"pin":"123456"}'],
    ['a list for a visit', '{"token":"a","visit":["x"],"pin":"123456"}'],
    ['a sender of its own', '{"sender":{"x-forwarded-for":"1.2.3.4"}}'],
    ['too much', JSON.stringify({ token: 'x'.repeat(70_000), pin: '1' })],
    ['zeros', '{"token":"\\u0000","pin":"\\u0000"}'],
    ['half a letter', '{"token":"\\ud800","pin":"\\ud800"}'],
  ])('a body that is %s is the sender’s mistake, in Spanish', async (_what, body) => {
    const answer = await backend().call('POST', '/functions/v1/open-shared-study', { body })
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
    expect(answer.status, answer.text).toBeLessThan(500)
    expect(String(answer.json.error)).toMatch(/\.$/)
  })

  it('an address that lies in the body is not counted instead of the real one', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 42; at++)
      statuses.push(
        (
          await open(
            { token: randomUUID(), pin: '123456', sender: { 'x-forwarded-for': `10.0.0.${at}` } },
            '203.0.113.20',
          )
        ).status,
      )
    expect(statuses.slice(-2)).toEqual([429, 429])
  })
})
