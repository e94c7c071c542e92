import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { ana, beto, openSandbox, type Sandbox } from './rest-sandbox.ts'

// Repeated requests stay prepared in PostgreSQL: that must change only the time they take.
describe.each(engines())('repeated requests to PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox(engine)
  })
  afterAll(() => sandbox.dispose())

  test('answer each caller with the own rows, in whatever turn they come', async () => {
    await sandbox.fresh.database.exec(
      `insert into public.letters (owner, text) values ('${ana}', 'for Ana'), ('${beto}', 'for Beto')`,
    )
    const anon = await sandbox.as('anon')
    const service = await sandbox.as('service_role')
    const [anas, betos] = [await sandbox.as('authenticated', ana), await sandbox.as('authenticated', beto)]
    const texts = async (db: typeof anon) => (await db.from('letters').select('text').order('text')).data
    for (let round = 0; round < 8; round++) {
      expect([await texts(anas), await texts(anon), await texts(betos), await texts(service)]).toEqual([
        [{ text: 'for Ana' }],
        [],
        [{ text: 'for Beto' }],
        [{ text: 'for Ana' }, { text: 'for Beto' }],
      ])
    }
  })

  test('see a right that was taken away, and a column that changed its type', async () => {
    const caller = await sandbox.as('authenticated', ana)
    const names = () => caller.from('staff').select('name')
    for (let round = 0; round < 3; round++) expect((await names()).status).toBe(200)
    await sandbox.fresh.database.exec('revoke select (name) on public.staff from authenticated')
    expect((await names()).error?.code).toBe('42501')

    const size = async () => (await sandbox.raw('rooms?select=size&id=eq.1')).json
    for (let round = 0; round < 3; round++) expect(await size()).toEqual([{ size: 4 }])
    await sandbox.fresh.database.exec('alter table public.rooms alter size type text')
    for (let round = 0; round < 3; round++) expect(await size()).toEqual([{ size: '4' }])
  })

  test('of hundreds of kinds at once are answered', async () => {
    const kinds = Array.from({ length: 150 }, (_, n) => `people?select=name&limit=${n + 1}&order=name`)
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(kinds.map((path) => sandbox.raw(path)))
      expect(answers.map(({ status }) => status)).toEqual(kinds.map(() => 200))
    }
  })
})
