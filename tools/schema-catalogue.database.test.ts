import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { type Catalogue, differences, readCatalogue } from './schema-catalogue.ts'

/** One change of each kind, and the objects that then differ. */
const changes: [sql: string, objects: string[]][] = [
  ['alter table public.citas alter status set default $$x$$', ['column public.citas.status']],
  ['alter table public.citas drop constraint citas_nombre_fits', ['constraint citas_nombre_fits of citas']],
  ['drop index public.citas_status_idx', ['index public.citas_status_idx']],
  ['alter table public.citas no force row level security', []],
  ['alter table public.citas disable row level security', ['relation public.citas']],
  ['grant delete on public.citas to anon', ['relation public.citas']],
  ['grant update (nombre) on public.citas to anon', ['column public.citas.nombre']],
  [
    'alter policy "admins delete requests" on public.study_requests using (true)',
    ['policy admins delete requests of study_requests'],
  ],
  ['alter function public.admin_suffix() security invoker', ['function admin_suffix()']],
  ['grant execute on function public.admin_suffix() to anon', ['function admin_suffix()']],
  ['alter table public.citas disable trigger citas_link', ['trigger citas_link of citas']],
  ['drop trigger indice_keep_email on auth.users', ['trigger indice_keep_email of auth.users']],
  ['alter publication supabase_realtime drop table public.citas', ['publication supabase_realtime']],
  [
    'alter default privileges in schema public grant select on tables to anon',
    ['defaults for r of owner in public'],
  ],
  [`comment on table public.citas is 'x'`, ['relation public.citas']],
  [`update storage.buckets set public = true`, ['rows of storage.buckets']],
  ['create schema open', ['schema open']],
  [`create type public.mood as enum ('a')`, ['type mood']],
]

class Undo extends Error {}

describe.each(engines())('the catalogue of a schema on $name', (engine) => {
  let fresh: FreshDatabase
  let untouched: Catalogue
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    untouched = await readCatalogue(fresh.database)
  })
  afterAll(() => fresh.dispose())

  it('is the same for two new installations', async () => {
    const other = await freshDatabase(engine)
    expect(differences(untouched, await readCatalogue(other.database))).toEqual([])
    await other.dispose()
    expect(untouched.size).toBeGreaterThan(800)
  })

  it.each(changes)('shows %s', async (sql, objects) => {
    let changed: Catalogue = new Map()
    const run = fresh.database.transaction(async (tx) => {
      await tx.query(sql)
      changed = await readCatalogue(tx)
      throw new Undo()
    })
    await expect(run).rejects.toThrow(Undo)
    const found = differences(untouched, changed).map((line) =>
      (line.split('\n')[0] ?? '').replace(/^only in the (first|second): /, ''),
    )
    expect(found).toEqual(objects)
  })
})
