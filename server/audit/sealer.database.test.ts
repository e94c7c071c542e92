import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseError } from '#server/base/errors.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { notesFile } from './notes.ts'
import { startSealing } from './sealer.ts'

const write = `insert into private.audit_log (actor_role, action, subject) values ('x', 'x', 'x')`
let folder: string
let fresh: FreshDatabase | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-sealer-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await fresh?.dispose()
  fresh = undefined
  await rm(folder, { recursive: true })
})

const notes = async () => (await readFile(notesFile(folder), 'utf8').catch(() => '')).match(/^\d+ /gm) ?? []

it.each(engines())(
  'seals and notes from time to time, and what is left when it closes, on $name',
  async (engine) => {
    fresh = await freshDatabase(engine)
    const { database } = fresh
    await database.query(write)
    const sealing = startSealing({ database, file: notesFile(folder), everyMs: 10 })
    await until(async () => expect(await notes()).toEqual(['1 ']))
    const patient = startSealing({ database, file: notesFile(folder), everyMs: 3_600_000 })
    await sealing.close()
    await database.query(write)
    await patient.close()
    expect(await notes()).toEqual(['1 ', '2 '])
    expect((await stat(notesFile(folder))).mode & 0o777).toBe(0o600)
  },
)

it('complains once while it cannot, and goes on once it can', async () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  let away = true
  const query = vi.fn(async () => {
    if (away) throw new DatabaseError({ message: 'gone', code: '08006' })
    return { rows: [], affected: 0 }
  })
  const sealing = startSealing({ database: { query }, file: notesFile(folder), everyMs: 3_600_000 })
  await sealing.seal()
  await sealing.seal()
  expect(complaint.mock.calls).toEqual([['audit: the trail cannot be sealed (no database), trying again']])
  away = false
  await sealing.seal()
  away = true
  await sealing.close()
  expect(complaint).toHaveBeenCalledTimes(2)
})
