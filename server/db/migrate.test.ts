import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { migrate, NewerDatabaseError, readScripts } from './migrate.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-scripts-'))
  await write('server/db/bootstrap/010_first.sql', 'create table journal (step text)')
  await write('server/db/bootstrap/900_last.after.sql', `insert into journal values ('after')`)
  await write('supabase/migrations/20260101_one.sql', `insert into journal values ('one')`)
})
afterEach(() => rm(folder, { recursive: true }))

async function write(path: string, script: string) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), script)
}

describe.each(engines())('migrations on $name', (engine) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await emptyDatabase(engine)
  })
  afterEach(() => fresh.dispose())

  async function run() {
    const steps: string[] = []
    await migrate(fresh.database, await readScripts(folder), (step) => steps.push(step))
    return steps
  }

  it('applies each step once, in order, and the last ones again after something new', async () => {
    expect(await run()).toEqual([
      'bootstrap/010_first.sql',
      'migrations/20260101_one.sql',
      'bootstrap/900_last.after.sql',
    ])
    expect(await run()).toEqual([])
    await write('supabase/migrations/20260102_two.sql', `insert into journal values ('two')`)
    expect(await run()).toEqual(['migrations/20260102_two.sql', 'bootstrap/900_last.after.sql'])
    await write('server/db/bootstrap/900_last.after.sql', `insert into journal values ('changed')`)
    expect(await run()).toEqual(['bootstrap/900_last.after.sql'])
    const { rows } = await fresh.database.query<{ step: string }>('select step from journal')
    expect(rows.map((row) => row.step)).toEqual(['one', 'after', 'two', 'after', 'changed'])
  })

  it('leaves nothing of a step that fails, and takes it up again', async () => {
    await write('supabase/migrations/20260102_two.sql', 'create table two (id int); select 1 / 0')
    await expect(run()).rejects.toThrow('migrations/20260102_two.sql')
    await write('supabase/migrations/20260102_two.sql', 'create table two (id int)')
    expect(await run()).toEqual(['migrations/20260102_two.sql', 'bootstrap/900_last.after.sql'])
  })

  it('refuses a database that a newer version has used', async () => {
    await write('supabase/migrations/20990101_future.sql', 'select 1')
    await run()
    await rm(join(folder, 'supabase/migrations/20990101_future.sql'))
    await expect(run()).rejects.toThrow(NewerDatabaseError)
    await expect(run()).rejects.toThrow('20990101_future.sql')
  })
})

describe.each(engines())('this project on $name', (engine) => {
  it('has nothing left to apply in a fresh database', async () => {
    const fresh = await freshDatabase(engine)
    const steps: string[] = []
    await migrate(fresh.database, await readScripts(), (step) => steps.push(step))
    await fresh.dispose()
    expect(steps).toEqual([])
  })
})
