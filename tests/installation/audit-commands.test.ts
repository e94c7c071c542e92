import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/ops/open-database.ts'
import { startTestProduct } from '#tests/product.ts'
import { runCommand } from '#tests/programs/command.ts'

describe.each([
  ['the engine found by itself', undefined],
  ['PGlite', 'pglite'],
])('the trail of an installation on %s', (_, engineFolder) => {
  let folder: string
  let env: { DATA_DIR: string; ALLOW_PGLITE: string }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-audit-'))
    await chmod(folder, 0o711)
    env = { DATA_DIR: join(folder, 'clinic'), ALLOW_PGLITE: '1' }
    if (engineFolder) await mkdir(join(env.DATA_DIR, engineFolder), { recursive: true, mode: 0o700 })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function sql(...statements: string[]): Promise<void> {
    const engine = await openDatabase(readConfig(env, env.DATA_DIR), () => {})
    try {
      for (const statement of statements) await engine.database.exec(statement)
    } finally {
      await engine.close()
    }
  }
  const notes = () => join(env.DATA_DIR, 'audit-seals.log')

  it('is sealed and noted at the latest when the product stops', async () => {
    const product = await startTestProduct({ env })
    const open = await runCommand('audit-verify', env)
    if (product.database.engine.kind === 'pglite') expect(open.output).toContain('Detén la clínica')
    else expect(open).toMatchObject({ code: 0, output: expect.stringMatching(/Sin sello todavía: [1-9]/) })
    await product.stop()
    expect((await stat(notes())).mode & 0o777).toBe(0o600)
    const closed = await runCommand('audit-verify', env)
    expect(closed.output).toMatch(/Filas selladas: [1-9]\d*, en 1 sello\. Sin sello todavía: 0\./)
    expect(closed).toMatchObject({ code: 0, output: expect.stringContaining('completa y sin cambios') })
  })

  it('is the same and as provable after backup and restore', async () => {
    const archive = join(folder, 'clinic.tar.gz')
    const backup = await runCommand('backup', env, archive)
    const other = { ...env, DATA_DIR: join(folder, 'other') }
    const restored = await runCommand('restore', other, archive)
    const [seal = 'none'] = /Último sello de la bitácora: 1 [0-9a-f]{64}/.exec(backup.output) ?? []
    expect(restored.output).toContain(seal)
    expect(await readFile(join(other.DATA_DIR, 'audit-seals.log'), 'utf8')).toBe(
      await readFile(notes(), 'utf8'),
    )
    const verified = await runCommand('audit-verify', other)
    expect(verified).toMatchObject({ code: 0, output: expect.not.stringContaining('Aviso') })
    expect(verified.output).toContain(seal.replace('Último sello de la bitácora', 'Último sello'))
  })

  it('that was changed makes the command say where and end with 1, and the doctor complain', async () => {
    await sql(
      'alter table private.audit_log disable trigger user',
      `update private.audit_log set at = at - interval '1 day' where id = (select min(id) + 1 from private.audit_log)`,
      'alter table private.audit_log enable trigger user',
    )
    const changed = await runCommand('audit-verify', env)
    expect(changed.output).toMatch(/PROBLEMA La fila \d+ fue modificada \(sello 1\)\./)
    expect(changed).toMatchObject({ code: 1, output: expect.stringContaining('NO es la que se selló') })

    await sql(
      'alter table private.audit_seals disable trigger user',
      'delete from private.audit_seals',
      'alter table private.audit_seals enable trigger user',
      'select private.seal_audit()',
    )
    const again = await runCommand('audit-verify', env)
    expect(again.output).toContain('El sello 1 no es el que se anotó fuera de la base')
    expect(again.code).toBe(1)
    const doctor = await runCommand('doctor', env)
    expect(doctor.output).toContain('El sello 1 de la bitácora no es el que se anotó')
    expect(doctor.code).toBe(1)

    await rm(notes())
    const alone = await runCommand('audit-verify', env, '--note')
    expect(alone).toMatchObject({ code: 0, output: expect.stringContaining('Aviso: no hay anotaciones') })
    expect(await readFile(notes(), 'utf8')).toMatch(/^1 [0-9a-f]{64} \S+\n$/)
  })

  it('of a hosted project needs DATABASE_URL, and nothing is understood by guessing', async () => {
    const hosted = { ...env, SUPABASE_URL: 'https://x.supabase.co', SUPABASE_ANON_KEY: 'x' }
    expect(await runCommand('audit-verify', hosted)).toMatchObject({
      code: 1,
      output: expect.stringContaining('define DATABASE_URL'),
    })
    expect(await runCommand('audit-verify', env, '--nota')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Uso:'),
    })
  })
})
