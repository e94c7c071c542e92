import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { openSandbox, type Sandbox } from './rest-sandbox.ts'

describe.each(engines())('estimated counts through PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
    await sandbox.fresh.database.exec(`
      insert into public.logs select 'línea ' || n from generate_series(1, 10500) n;
      create function public.logs_like(part text) returns setof public.logs language sql stable
        begin atomic select l.* from public.logs l where l.line like part; end;
      grant execute on function public.logs_like(text) to service_role;
    `)
  })
  afterAll(() => sandbox.dispose())

  const reads = {
    table: async (part: string, from: number, to: number) =>
      (await sandbox.as('service_role'))
        .from('logs')
        .select('line', { count: 'estimated' })
        .like('line', part)
        .range(from, to),
    function: async (part: string, from: number, to: number) =>
      (await sandbox.as('service_role'))
        .rpc('logs_like', { part }, { count: 'estimated' })
        .select('line')
        .range(from, to),
  }

  describe.each(['table', 'function'] as const)('of a %s', (kind) => {
    test('are exact up to 10,000 rows', async () => {
      const { count, data, status } = await reads[kind]('línea 1_', 0, 3)
      expect([count, status]).toEqual([10, 206])
      expect(data).toHaveLength(4)
      expect((await reads[kind]('línea 10___', 0, 0)).count).toBe(501)
    })

    test('say of more rows only that there are more, and answer those all the same', async () => {
      const first = await reads[kind]('%', 0, 1)
      expect([first.count, first.status]).toEqual([10_001, 206])
      expect(first.data).toHaveLength(2)
      const late = await reads[kind]('%', 10_400, 10_401)
      expect([late.count, late.error]).toEqual([10_001, null])
      expect(late.data).toHaveLength(2)
      expect((await reads[kind]('%', 20_000, 20_001)).status).toBe(416)
    })
  })
})
