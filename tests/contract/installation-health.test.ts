import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteBackup } from '#server/ops/last-backup.ts'
import { engines } from '#tests/engines.ts'
import { type Caller, openStage, type Stage } from './calls-stage.ts'

describe.each(engines())('the health of the installation over the network on $name', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(engine)
  })
  afterAll(() => stage?.product.stop())

  const ask = (caller: Caller) => stage.as(caller).functions.invoke('installation-health', { body: {} })
  async function statusOf(caller: Caller): Promise<{ status: number; text: string }> {
    const { data, error } = await ask(caller)
    const response: Response | undefined = error?.context
    return { status: response?.status ?? 200, text: response ? await response.text() : JSON.stringify(data) }
  }

  it('is told to administrators alone', async () => {
    const answers: [Caller, number][] = [
      ['visitor', 401],
      ['paciente', 403],
      ['paciente2', 403],
      ['doctora', 403],
      ['admin2', 200],
      ['admin', 200],
    ]
    for (const [caller, status] of answers) {
      const answer = await statusOf(caller)
      expect([caller, answer.status]).toEqual([caller, status])
      if (status !== 200) expect(Object.keys(JSON.parse(answer.text))).toEqual(['error', 'code'])
    }
  })

  it('says what the database and the machine are, and names no folder', async () => {
    const { dataDir } = stage.product
    const { data, error } = await ask('admin')
    expect(error).toBeNull()
    expect(data).toEqual({
      database: {
        postgres: stage.product.database.engine.version,
        size: expect.any(Number),
        migrations: { applied: expect.any(Number), last: expect.stringMatching(/^migrations\//) },
        station_full: false,
        seal: null,
      },
      server: {
        engine: engine.kind === 'pglite' ? 'pglite' : 'included',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        node: process.version,
        disk: { free: expect.any(Number), total: expect.any(Number) },
        backup: null,
        mail: 'outbox',
        outbox: 0,
      },
    })
    expect(data.server.disk.free).toBeLessThan(data.server.disk.total)
    expect(JSON.stringify(data)).not.toContain(dataDir)
  })

  it('knows the last backup and the messages that nobody sent', async () => {
    const { dataDir } = stage.product
    const message = join(dataDir, 'outbox', 'uno.eml')
    await writeFile(message, '')
    await noteBackup(dataDir, { at: '2026-11-20T10:00:00.000Z', file: join(dataDir, 'x.zip'), missing: 2 })
    try {
      const { data } = await ask('admin')
      expect(data.server).toMatchObject({
        backup: { at: '2026-11-20T10:00:00.000Z', missing: 2 },
        outbox: 1,
      })
      expect(JSON.stringify(data)).not.toContain('x.zip')
    } finally {
      await rm(message)
      await rm(join(dataDir, 'last-backup.json'))
    }
  })
})
