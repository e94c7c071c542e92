import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ana, openSandbox, type Sandbox, sign } from './rest-sandbox.ts'

describe.each(engines())('what PostgREST on $name refuses', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
  })
  afterAll(() => sandbox.dispose())

  async function refusal(
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    const { status, json } = await sandbox.raw(path, init)
    const body = typeof json === 'object' && json !== null ? json : {}
    return { status, code: null, message: '', ...body }
  }

  test('callers without a good key', async () => {
    const said = async (authorization: string) => {
      const { status, json, headers } = await sandbox.raw('people', { headers: { authorization } })
      return { status, json, challenge: headers.get('www-authenticate') }
    }
    expect(await said('')).toMatchObject({ status: 401, json: { message: 'No API key found in request' } })
    expect(await said(`Bearer ${await sign('authenticated', ana, -10)}`)).toMatchObject({
      status: 401,
      json: { code: 'PGRST303', message: 'JWT expired' },
      challenge: 'Bearer error="invalid_token", error_description="JWT expired"',
    })
    expect(await said('Bearer a.b.c')).toMatchObject({ status: 401, json: { code: 'PGRST301' } })
    expect(await said(`Bearer ${await sign('postgres')}`)).toMatchObject({ status: 401 })
  })

  test('unsupported syntax is named', async () => {
    const operators = [
      'fts.x',
      'fts(spanish).x',
      'plfts.x',
      'cs.{a}',
      'cd.{a}',
      'ov.{a}',
      'match.x',
      'imatch.x',
      'sl.(1,2)',
    ]
    for (const operator of [...operators, 'eq(any).{1}', 'like(all).{a}', 'isdistinct.1', 'not.cs.{a}']) {
      const { status, code, message } = await refusal(`visits?tags=${operator}`)
      expect([status, code], operator).toEqual([400, 'PGRST100'])
      expect(message).toContain(`"${operator.replace('not.', '').split('.')[0]}"`)
      expect((await refusal(`visits?or=(tags.${operator},id.eq.1)`)).code, operator).toBe('PGRST100')
    }
    expect((await refusal('visits?select=...people(name)')).message).toContain('spread')
    for (const aggregate of [
      'count()',
      'price.sum()',
      'day,price.avg()',
      'total:price.max()',
      'price::int.min()',
    ]) {
      expect(await refusal(`visits?select=${aggregate}`), aggregate).toMatchObject({
        status: 400,
        code: 'PGRST123',
      })
    }
    for (const accept of [
      'application/geo+json',
      'application/vnd.pgrst.plan+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
      'text/html',
    ]) {
      expect(await refusal('people', { headers: { accept } }), accept).toMatchObject({
        status: 406,
        code: 'PGRST107',
      })
    }
    expect(await refusal('people', { headers: { 'accept-profile': 'auth' } })).toMatchObject({
      status: 406,
      code: 'PGRST106',
    })
    expect(await refusal('people', { method: 'PUT', body: '{}' })).toMatchObject({
      status: 405,
      code: 'PGRST117',
    })
    expect(await refusal('')).toMatchObject({ status: 404, code: 'PGRST126' })
    expect(await refusal('people/1')).toMatchObject({ status: 404, code: 'PGRST125' })
    expect(await refusal('people/')).toMatchObject({ status: 404, code: 'PGRST125' })
    expect(await refusal('people%2F1')).toMatchObject({ status: 404, code: 'PGRST205' })
    expect(await refusal('%E0%A4%A')).toMatchObject({ status: 404, code: 'PGRST125' })
    expect(await refusal('nobody')).toMatchObject({ status: 404, code: 'PGRST205' })
    expect(await refusal('people', { headers: { range: 'bytes=0-1' } })).toMatchObject({
      status: 400,
      code: 'PGRST100',
    })
    expect(await refusal('people', { headers: { range: '5-1' } })).toMatchObject({
      status: 416,
      code: 'PGRST103',
    })
  })

  test('no parameter is ignored', async () => {
    for (const query of [
      'name=Ana',
      'name=ana.x',
      'name',
      'name=eq',
      'name=not.Ana',
      'name=in.1,2',
      'name=in.(1',
      'name=in.(1)x',
      'born=is.today',
      'born=is.nullx',
      'or=name.eq.Ana',
      'or=(name.eq.Ana',
      'or=()',
      'or=(name.eq.Ana))',
      'and=(name.xx.Ana)',
      'order=name.up',
      'order=',
      'order=name,',
      'limit=many',
      'limit=1.5',
      'limit=99999999999999999999',
      'offset=x',
      'select=',
      'select=name,',
      'select=name(',
      'select=name)',
      'select=name::',
      'select=a!b',
      'select=name&select=id',
      'limit=1&limit=2',
      'columns=name',
      'on_conflict=id',
      'select=people(people(people(people(people(people(people(people(people(people(people(people(people(people(id))))))))))))))',
      `or=${'('.repeat(3)}`,
      `and=(${'or('.repeat(30)}id.is.null${')'.repeat(30)})`,
    ]) {
      expect(await refusal(`people?${query}`), query).toMatchObject({ status: 400, code: 'PGRST100' })
    }
    for (const query of [
      'nobody=eq.1',
      'select=nobody',
      'order=nobody',
      'or=(nobody.eq.1)',
      'select=*,ctid',
      'xmin=eq.1',
      'to_jsonb=eq.1',
      'select=row_to_json',
      'select=add',
    ]) {
      expect(await refusal(`people?${query}`), query).toMatchObject({ status: 400, code: '42703' })
    }
    expect(await refusal('people?nobody.name=eq.1')).toMatchObject({ status: 400, code: 'PGRST108' })
    expect(await refusal('people?nobody.limit=1')).toMatchObject({ status: 400, code: 'PGRST108' })
    expect(await refusal('people?nobody.or=(id.is.null)')).toMatchObject({ status: 400, code: 'PGRST108' })
    for (const path of [
      'visits?select=id,patient:people!patient_id!inner(id)&patient.name=eq.Carla',
      'visits?select=id,patient:people!patient_id(id)&patient.name=eq.Carla',
    ]) {
      expect(await refusal(path, { method: 'DELETE' }), path).toMatchObject({ status: 400, code: 'PGRST100' })
    }
    const shown = { method: 'DELETE', headers: { prefer: 'return=representation' } }
    expect(
      await refusal('visits?select=id,patient:people!patient_id!inner(id)&patient.name=eq.Carla', shown),
    ).toMatchObject({ status: 400, code: 'PGRST100' })
    for (const query of ['line=eq.x', 'order=line', 'select=line', 'or=(line.eq.x,line.eq.y)']) {
      const nothing = await refusal(`rpc/nothing?${query}`, { method: 'POST', body: '{}' })
      expect(nothing.status, query).toBe(400)
    }
    expect(await refusal('logs?line=eq.x', { method: 'POST', body: '{}' })).toMatchObject({ status: 400 })
    expect(await refusal('logs?limit=1', { method: 'DELETE' })).toMatchObject({ status: 400 })
    expect(await refusal('logs?offset=1', { method: 'PATCH', body: '{"line":"x"}' })).toMatchObject({
      status: 400,
    })
    expect(await refusal('rooms?on_conflict=name', { method: 'POST', body: '{"name":"q"}' })).toMatchObject({
      status: 400,
    })
    expect(
      await refusal('logs', {
        method: 'POST',
        body: '{"line":"x"}',
        headers: { prefer: 'resolution=merge-duplicates' },
      }),
    ).toMatchObject({ status: 400 })
    expect(
      await refusal('rooms?on_conflict=nobody', {
        method: 'POST',
        body: '{"name":"q"}',
        headers: { prefer: 'resolution=merge-duplicates' },
      }),
    ).toMatchObject({ status: 400, code: '42703' })
  })

  test('preferences that cannot be kept', async () => {
    for (const prefer of [
      'handling=strict, unknown=1',
      'tx=rollback',
      'max-affected=1',
      'missing=default',
      'handling=strict,timezone=UTC',
    ]) {
      expect(await refusal('people', { headers: { prefer } }), prefer).toMatchObject({
        status: 400,
        code: 'PGRST122',
      })
    }
    expect((await sandbox.raw('people', { headers: { prefer: 'handling=lenient, unknown=1' } })).status).toBe(
      200,
    )
  })

  test('values that PostgreSQL cannot read are the caller’s error', async () => {
    for (const [query, code] of [
      ['id=eq.not-a-uuid', '22P02'],
      ['born=gt.yesterdayish', '22007'],
      ['born=eq.2026-02-31', '22008'],
      ['name=eq.a%00b', '22021'],
      ['na%00me=eq.a', '22021'],
      ['id=in.(x)', '22P02'],
      ['name=like.%5C', '22025'],
      ['select=name::nothing', 'PGRST100'],
      ['select=name::regclass', 'PGRST100'],
      [`select=${'x'.repeat(64)}:name`, '42622'],
    ] as const) {
      expect(await refusal(`people?${query}`), query).toMatchObject({ status: 400, code })
    }
    expect(await refusal('visits?id=eq.99999999999999999999')).toMatchObject({ status: 400, code: '22003' })
    expect((await refusal('visits?id=like.*1*')).status).toBe(404)
    expect((await sandbox.raw('visits?id=eq.1e400')).status).toBe(400)
  })

  test('nothing that is sent becomes SQL', async () => {
    const evil = `x"'; drop table people; --`
    const quoted = encodeURIComponent(`"${evil.replaceAll(/["\\]/g, '\\$&')}"`)
    for (const path of [
      `people?name=eq.${encodeURIComponent(evil)}`,
      `people?name=in.(${quoted})`,
      `people?name=ilike.*${encodeURIComponent(evil)}*`,
      `people?or=(name.eq.${quoted})`,
      `people?notes->${quoted}=is.null`,
      `people?select=${quoted}:name`,
      `people?select=notes->${quoted}`,
      `people?order=notes->${quoted}`,
      `people?${quoted}=eq.1`,
      `people?select=${quoted}`,
      `people?select=${quoted}(id)`,
      `people?select=people!${quoted}(id)`,
      `people?order=${quoted}`,
      `people?select=name::${encodeURIComponent(`text) from people; drop table people; --`)}`,
      `${encodeURIComponent(evil)}`,
      `rpc/${encodeURIComponent(evil)}`,
      `rpc/people_named?part=${encodeURIComponent(evil)}`,
      `rpc/people_named?${encodeURIComponent(evil)}=1`,
    ]) {
      const { status } = await sandbox.raw(path)
      expect(status, path).toBeLessThan(500)
    }
    const named = await sandbox.raw(`people?select=${quoted}:name&id=eq.${ana}`)
    expect(named.json).toEqual([{ [evil]: 'Ana' }])
    const written = await sandbox.raw('logs', {
      method: 'POST',
      body: JSON.stringify({ line: evil }),
      headers: { prefer: 'return=representation' },
    })
    expect(written.json).toEqual([{ line: evil }])
    expect(
      (await sandbox.raw('logs', { method: 'POST', body: JSON.stringify({ [evil]: 1 }) })).json,
    ).toMatchObject({ code: 'PGRST204' })
    expect((await sandbox.raw('people?select=id')).json).toHaveLength(4)
    expect((await sandbox.raw('visits?select=id')).json).toHaveLength(3)
  })
})
