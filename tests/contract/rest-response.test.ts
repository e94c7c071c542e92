import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ana, openSandbox, type Sandbox } from './rest-sandbox.ts'

describe.each(engines())('answers of PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
  })
  afterAll(() => sandbox.dispose())

  const reply = (status: string, headers: string) =>
    sandbox.raw('rpc/reply', { method: 'POST', body: JSON.stringify({ status, headers }) })
  const replied = async () => (await sandbox.raw('logs?line=eq.replied')).json

  test('have the status and headers that a function sets, for that request only', async () => {
    const answer = await reply('418', '[{"X-Tea": "yes"}, {"Content-Type": "text/plain"}]')
    expect([answer.status, answer.text]).toEqual([418, '1'])
    expect(answer.headers.get('x-tea')).toBe('yes')
    expect(answer.headers.get('content-type')).toBe('text/plain')
    const headers = await reply('', '[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]')
    expect([headers.status, headers.headers.getSetCookie()]).toEqual([200, ['a=1', 'b=2']])
    const nothing = await reply('204', '')
    expect([nothing.status, nothing.text]).toEqual([204, ''])
    const after = await sandbox.raw('rooms?select=id')
    expect([after.status, after.headers.get('x-tea')]).toEqual([200, null])
  })

  test('have those that a trigger sets, however little the write answers', async () => {
    for (const [room_id, prefer] of [
      [1, 'return=minimal'],
      [2, 'return=representation'],
    ] as const) {
      const body = JSON.stringify({ person_id: ana, room_id })
      const answer = await sandbox.raw('cleaners', { method: 'POST', body, headers: { prefer } })
      expect([prefer, answer.status, answer.headers.get('x-noted')]).toEqual([prefer, 202, 'yes'])
    }
  })

  test('are an error, and undo the request, when what was set is no status or header', async () => {
    const before = await replied()
    for (const status of ['99', '600', 'fine', '200.5']) {
      expect(await reply(status, ''), status).toMatchObject({ status: 500, json: { code: 'PGRST112' } })
    }
    for (const headers of [
      '{}',
      'x',
      '["a"]',
      '[{"a": 1}]',
      '[{}]',
      '[{"a": "1", "b": "2"}]',
      '[{"a": "x\\ny"}]',
      '[{"a b": "x"}]',
    ]) {
      expect(await reply('', headers), headers).toMatchObject({ status: 500, json: { code: 'PGRST111' } })
    }
    expect(await replied()).toEqual(before)
  })

  test('say what may be done', async () => {
    const options = async (path: string) => {
      const { status, headers } = await sandbox.raw(path, { method: 'OPTIONS' })
      return [status, headers.get('allow')]
    }
    expect(await options('people')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'])
    expect(await options('rpc/add')).toEqual([200, 'OPTIONS,GET,HEAD,POST'])
    expect(await options('rpc/note')).toEqual([200, 'OPTIONS,POST'])
    expect(await options('nobody')).toEqual([404, null])
    expect(await options('rpc/nobody')).toEqual([404, null])
  })

  test('as csv have no more than 1,000 lines, of whatever range', async () => {
    await sandbox.fresh.database.exec(
      `insert into public.logs select 'line ' || n from generate_series(1, 200000) n`,
    )
    for (const [range, from] of [
      ['0-199999', 0],
      ['150000-', 150_000],
    ] as const) {
      const { status, text, headers } = await sandbox.raw('logs?select=line&line=like.line*&order=line', {
        headers: { accept: 'text/csv', range, prefer: 'count=exact' },
      })
      expect([status, headers.get('content-range')]).toEqual([206, `${from}-${from + 999}/200000`])
      expect(text.split('\n')).toHaveLength(1001)
    }
  })
})
