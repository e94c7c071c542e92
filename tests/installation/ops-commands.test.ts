import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { readRecord } from '#server/db/migrate.ts'
import { examineDatabase } from '#server/ops/examine.ts'
import type { Finding } from '#server/ops/finding.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { runCommand } from '#tests/programs/command.ts'

describe.each([
  ['the engine found by itself', undefined],
  ['PGlite', 'pglite'],
])('backup, restore and doctor on %s', (_, engineFolder) => {
  let folder: string
  let product: TestProduct | undefined
  let env: { DATA_DIR: string; ALLOW_PGLITE: string }
  let archive: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-ops-'))
    await chmod(folder, 0o711)
    env = { DATA_DIR: join(folder, 'clinic'), ALLOW_PGLITE: '1' }
    archive = join(folder, 'clinic.tar.gz')
    // A folder that started with PGlite stays with it.
    if (engineFolder) await mkdir(join(env.DATA_DIR, engineFolder), { recursive: true, mode: 0o700 })
    product = await startTestProduct({ demo: true, env })
  })
  afterAll(async () => {
    await product?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('work one after the other, beside the open clinic where the engine can, and when it is closed', async () => {
    const kind = product?.database.engine.kind
    if (kind === 'pglite') {
      const early = await runCommand('backup', env, archive)
      expect(early).toMatchObject({ code: 1, output: expect.stringContaining('Detén la clínica') })
      await product?.stop()
      product = undefined
    }
    const backup = await runCommand('backup', env, archive)
    expect(backup.output).toContain('Listo y comprobado')
    expect(backup.code).toBe(0)
    expect(await readdir(env.DATA_DIR)).toContain('last-backup.json')

    const healthy = await runCommand('doctor', env)
    expect(healthy.output).toContain('Sin problemas')
    expect(healthy.output).toContain('admin@clinica.test')
    expect(healthy.code).toBe(0)

    const occupied = await runCommand('restore', env, archive)
    expect(occupied).toMatchObject({ code: 1, output: expect.stringContaining('ya tiene una base de datos') })

    const other = { ...env, DATA_DIR: join(folder, 'other') }
    const restored = await runCommand('restore', other, archive)
    expect(restored.output).toContain('Listo y comprobado')
    expect(restored.code).toBe(0)

    const closed = await runCommand('backup', other, join(folder, 'again.tar.gz'), '--with-secrets')
    expect(closed.output).toContain('Listo y comprobado')
    const rows = (text: string) => /comprobado: (\d+ filas)/.exec(text)?.[1]
    expect(rows(closed.output)).toBe(rows(backup.output))
  })

  it('leave nothing behind when a restore fails', async () => {
    const dataDir = join(folder, 'failed')
    const bytes = await readFile(archive)
    await writeFile(join(folder, 'half.tar.gz'), bytes.subarray(0, bytes.length / 2))
    const { code, output } = await runCommand(
      'restore',
      { ...env, DATA_DIR: dataDir },
      join(folder, 'half.tar.gz'),
    )
    expect(output).toContain('dañado')
    expect(code).toBe(1)
    expect(await readdir(dataDir)).toEqual([])
  })

  it('say what is wrong in Spanish and end with 1', async () => {
    const nothing = join(folder, 'nothing')
    expect(await runCommand('backup', { DATA_DIR: nothing })).toMatchObject({
      code: 1,
      output: expect.stringContaining('no hay una base de datos'),
    })
    expect(await runCommand('restore', { DATA_DIR: nothing }, join(folder, 'none.tar.gz'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('No existe el archivo'),
    })
    expect(await stat(nothing).catch(() => 'absent')).toBe('absent')
    const hosted = { DATA_DIR: nothing, SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'x' }
    expect(await runCommand('backup', hosted)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Supabase'),
    })
    const open = { ...env, DATA_DIR: join(folder, 'other') }
    await chmod(join(open.DATA_DIR, 'postgres.password'), 0o644).catch(() => {})
    await writeFile(join(open.DATA_DIR, 'keys.json'), '{}', { mode: 0o600 })
    await chmod(join(open.DATA_DIR, 'keys.json'), 0o644)
    expect(await runCommand('doctor', open)).toMatchObject({
      code: 1,
      output: expect.stringContaining('chmod 600'),
    })
  })
})

describe.each(engines())('the doctor on $name', (engine) => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({ engine, demo: true })
  })
  afterAll(() => product.stop())

  async function look(env: Record<string, string> = {}, now = new Date()): Promise<Finding[]> {
    const findings: Finding[] = []
    const config = readConfig({ DATA_DIR: product.dataDir, ...env }, product.dataDir)
    await examineDatabase(product.database, config, now, (finding) => findings.push(finding))
    return findings
  }
  const bad = (findings: Finding[]) => findings.filter(({ level }) => level !== 'ok')

  it('finds nothing wrong with a healthy clinic', async () => {
    expect(bad(await look())).toEqual([])
  })

  it('finds a wrong administrator, a wrong zone and a clock that is behind', async () => {
    expect(bad(await look({ ADMIN_EMAIL: 'otra@clinica.test' }))).toMatchObject([
      { level: 'problem', text: expect.stringContaining('admin@clinica.test') },
    ])
    expect(bad(await look({ CLINIC_TIME_ZONE: 'Europe/Madrid' }))).toMatchObject([
      { level: 'warning', text: expect.stringContaining('Europe/Madrid') },
    ])
    expect(bad(await look({}, new Date('2020-01-01')))).toMatchObject([
      { level: 'problem', text: expect.stringContaining('atrasado') },
    ])
  })

  it('finds files without rows and rows without files', async () => {
    const folder = join(product.dataDir, 'files', 'study_files')
    const [object = ''] = await readdir(folder)
    await rm(join(folder, object), { recursive: true })
    await writeFile(join(folder, 'stray'), 'x')
    const soon = new Date(Date.now() + 2 * 3_600_000)
    const findings = bad(await look({}, soon))
    expect(findings).toMatchObject([
      { level: 'problem', text: expect.stringContaining(object) },
      { level: 'warning', text: expect.stringContaining('Hay 1 archivos') },
    ])
  })

  it('finds an edited migration, and a database from before the baseline', async () => {
    const { database } = product
    const record = await readRecord(database)
    const [name = ''] = [...record.keys()].filter((step) => step.startsWith('migrations/')).sort()
    await database.query(`update private_migrations.steps set hash = 'x' where name = $1`, [name])
    expect(bad(await look())).toMatchObject([
      {
        level: 'problem',
        text: `El archivo «supabase/${name}» cambió después de aplicarse a esta base de datos.`,
      },
    ])
    await database.query('delete from private_migrations.steps where name = $1', [name])
    expect(bad(await look())).toMatchObject([
      { level: 'problem', text: expect.stringContaining('es de una versión de prueba') },
    ])
    await database.query('delete from private_migrations.steps')
    await database.query(
      'insert into private_migrations.steps (name, hash) select * from unnest($1::text[], $2::text[])',
      [[...record.keys()], [...record.values()]],
    )
    expect(
      bad(await look())
        .map(({ text }) => text)
        .join(),
    ).not.toMatch(/migraci|pasos/)
  })

  it('finds a database that is newer, and one that is behind', async () => {
    const steps = 'private_migrations.steps'
    await product.database.query(
      `insert into ${steps} (name, hash) values ('migrations/2999_future.sql', 'x')`,
    )
    expect(bad(await look())).toMatchObject([
      { level: 'problem', text: expect.stringContaining('2999_future') },
    ])
    await product.database.query(
      `update ${steps} set name = 'bootstrap/010_roles.sql.old' where name like '%future%'`,
    )
    await product.database.query(`delete from ${steps} where name like '%.old' or name like '%roles%'`)
    expect(bad(await look())).toMatchObject([
      { level: 'warning', text: expect.stringContaining('le faltan 1 ') },
    ])
  })
})
