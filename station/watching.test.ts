import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import dimse from 'dcmjs-dimse'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeBackend, machineOf } from '#tests/station/fake-backend.ts'
import { until } from '#tests/until.ts'
import { type Station, startStation } from './station.ts'

type RootLogger = typeof dimse.log & { getLogger(name: string): typeof dimse.log }

let folder = ''
const stations: Station[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-watching-'))
})
afterEach(async () => {
  for (const station of stations.splice(0)) await station.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(aet: string, backend: ReturnType<typeof createFakeBackend>) {
  const station = await startStation({
    ...{ url: 'http://localhost', anonKey: 'a', stationKey: 'k', fetch: backend.fetch },
    ...{ host: '127.0.0.1', port: 0, aet, folder: join(folder, aet), worklist: true },
    ...{ watched: undefined, zone: 'America/Mexico_City', onLine: () => {} },
  })
  stations.push(station)
  return station
}

it('says where it listens, and calls back who is to be tried', async () => {
  // Another station stands for the machine: it answers the one it knows, and refuses the other.
  const machine = await open('MAQUINA', createFakeBackend([machineOf('INDICE')]))
  const at = { address: '127.0.0.1', port: machine.port ?? 0, test: true }
  const backend = createFakeBackend([
    machineOf('TOMO', at),
    machineOf('PANO', { ...at, port: 1 }),
    machineOf('CARPAL', { ...at, test: false }),
  ])
  const own = await open('INDICE', backend)
  await until(() =>
    expect(backend.tested).toEqual([
      { aet: 'TOMO', answered: true },
      { aet: 'PANO', answered: false },
    ]),
  )
  expect(backend.listening).toEqual({ aet: 'INDICE', address: '127.0.0.1', port: own.port, full: false })

  const stranger = createFakeBackend([machineOf('TOMO', at)])
  await open('OTRA', stranger)
  await until(() => expect(stranger.tested).toEqual([{ aet: 'TOMO', answered: false }]))
})

it('ends at once, whatever is still being asked', async () => {
  let asked = 0
  const fetch: typeof globalThis.fetch = (_input, init) =>
    new Promise((_resolve, reject) => {
      asked += 1
      if (init?.signal?.aborted) reject(init.signal.reason)
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  const station = await open('INDICE', { ...createFakeBackend(), fetch })
  await until(() => expect(asked).toBe(1))
  let isOver = false
  void station.close().then(() => {
    isOver = true
  })
  await until(() => expect(isOver).toBe(true))
})

it('what it reads with writes nothing of what machines say', async () => {
  await open('INDICE', createFakeBackend())
  const { log }: { log: RootLogger } = createRequire(import.meta.url)('dcmjs')
  for (const logger of [dimse.log, log, log.getLogger('validation.dcmjs')])
    expect(logger.getLevel()).toBe(logger.levels.SILENT)
})
