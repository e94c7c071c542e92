import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyDatabase, engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { migrate, RefusedDatabaseError, readRecord, readScripts } from './migrate.ts'
import { presentNames, type Scripts } from './migration-state.ts'

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
    await expect(run()).rejects.toThrow(RefusedDatabaseError)
    await expect(run()).rejects.toThrow('20990101_future.sql')
  })

  it('refuses a migration that was edited after it ran, and leaves the database as it was', async () => {
    const locked = `create table secrets (id int); alter table secrets enable row level security;
      create policy "nobody reads" on secrets for select using (false)`
    await write('supabase/migrations/20260102_secrets.sql', locked)
    await run()
    await write('supabase/migrations/20260102_secrets.sql', locked.replace('(false)', '(true)'))
    await write('supabase/migrations/20260103_next.sql', `insert into journal values ('next')`)
    await expect(run()).rejects.toThrow(
      'El archivo «supabase/migrations/20260102_secrets.sql» cambió después de aplicarse a esta base de datos: ' +
        'devuélvelo a como estaba (git checkout) y escribe el cambio en una migración nueva; si la base es de una versión de prueba, ' +
        'respáldala con la versión que la hizo (npm run backup) y restaura ese respaldo con esta en una carpeta vacía (npm run restore).',
    )
    const { rows } = await fresh.database.query(`select 1 as one from journal where step = 'next'`)
    expect(rows).toEqual([])
    await write('supabase/migrations/20260102_secrets.sql', locked)
    expect(await run()).toEqual(['migrations/20260103_next.sql', 'bootstrap/900_last.after.sql'])
  })

  it('refuses an edited step of the bootstrap as well', async () => {
    await run()
    await write('server/db/bootstrap/010_first.sql', 'create table journal (step varchar)')
    await expect(run()).rejects.toThrow('«server/db/bootstrap/010_first.sql» cambió')
  })
})

describe.each(engines())('this project on $name', (engine) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase(engine)
  })
  afterEach(() => fresh.dispose())

  async function run(scripts: Scripts) {
    const steps: string[] = []
    await migrate(fresh.database, scripts, (step) => steps.push(step))
    return steps
  }

  it('has nothing left to apply in a fresh database', async () => {
    expect(await run(await readScripts())).toEqual([])
  })

  it('refuses a database from before the baseline, and says how its data come over', async () => {
    const before = await readRecord(fresh.database)
    await fresh.database.query(
      `update private_migrations.steps set name = replace(name, '/2026', '/2025') where name like 'migrations/%'`,
    )
    const record = await readRecord(fresh.database)
    expect(record).not.toEqual(before)
    const [first] = [...record.keys()].filter((name) => name.startsWith('migrations/')).sort()
    await expect(run(await readScripts())).rejects.toThrow(
      `La base de datos es de una versión de prueba (contiene «${first}»): ` +
        'respáldala con la versión que la hizo (npm run backup) y restaura ese respaldo con esta en una carpeta vacía (npm run restore).',
    )
    expect(await readRecord(fresh.database)).toEqual(record)
  })

  it('takes the steps of a backup from before the baseline for the whole baseline', async () => {
    const scripts = await readScripts()
    const all = scripts.before.map(({ name }) => name)
    expect(presentNames(['bootstrap/010_schemas.sql', 'migrations/20251122_people.sql'], scripts)).toEqual(
      all,
    )
    expect(presentNames([...all, 'migrations/29990101_future.sql'], scripts)).toEqual([
      ...all,
      'migrations/29990101_future.sql',
    ])
  })
})
