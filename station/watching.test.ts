import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFakeBackend, machineOf } from '#tests/station/fake-backend.ts'
import { until } from '#tests/until.ts'
import { type Station, startStation } from './station.ts'

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
