import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { schemaTypes } from '#tools/schema-types.ts'

const [engine] = engines()
if (!engine) throw new Error('no engine')
const written = () => readFile('web/backend/schema.ts', 'utf8')

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase(engine)
})
afterAll(() => fresh?.dispose())

it('the types of the schema are those of the database', async () => {
  expect(await schemaTypes(fresh.database), 'run npm run database-types').toBe(await written())
})

/** Changes that the types must show, each with the statement that undoes it. */
it.each([
  [
    'a column more',
    'alter table public.citas add column room text',
    'alter table public.citas drop column room',
  ],
  [
    'a column that may be null',
    'alter table public.medical_notes alter column note drop not null',
    'alter table public.medical_notes alter column note set not null',
  ],
  [
    'a table that nobody may read any more',
    'revoke select on public.medical_notes from authenticated',
    'grant select on public.medical_notes to authenticated',
  ],
  [
    'another function',
    `create function public.more(day date) returns int language sql as 'select 1';
     grant execute on function public.more to authenticated`,
    'drop function public.more',
  ],
])('%s is told', async (_, change, mend) => {
  await fresh.database.exec(change)
  try {
    expect(await schemaTypes(fresh.database)).not.toBe(await written())
  } finally {
    await fresh.database.exec(mend)
  }
  expect(await schemaTypes(fresh.database)).toBe(await written())
})
