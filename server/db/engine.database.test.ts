import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEngine } from './engine.ts'

describe('choosing the engine', () => {
  let dataDir: string
  let lines: string[]
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'indice-engine-'))
    lines = []
  })
  afterEach(() => rm(dataDir, { recursive: true }))
  const onLine = (line: string) => lines.push(line)

  it('stays with PGlite where the folder began with it, says so, and keeps the data', async () => {
    await mkdir(join(dataDir, 'pglite'))
    const first = await openEngine({ dataDir, allowPglite: true, onLine })
    expect(first.database.engine.kind).toBe('pglite')
    expect(lines).toEqual(['Base de datos: PGlite, porque así se creó esta carpeta.'])
    await first.database.exec('create table kept as select 1 as one')
    await first.close()
    const second = await openEngine({ dataDir, allowPglite: true, onLine })
    expect((await second.database.query('select one from kept')).rows).toEqual([{ one: 1 }])
    await second.close()
  })

  it('refuses PGlite for a real clinic that did not ask for it', async () => {
    await mkdir(join(dataDir, 'pglite'))
    await expect(openEngine({ dataDir, allowPglite: false, onLine })).rejects.toThrow('ALLOW_PGLITE=1')
  })

  it('says that the given server does not answer, without its password', async () => {
    const databaseUrl = 'postgresql://clinica:secreto@127.0.0.1:1/clinica'
    const opening = openEngine({ dataDir, databaseUrl, allowPglite: true, onLine })
    await expect(opening).rejects.toThrow('DATABASE_URL: no responde')
    await expect(opening).rejects.not.toThrow('secreto')
  })
})
