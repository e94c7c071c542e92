import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { syntax } from '#domain/transfer-syntax.ts'
import { createFakeBackend } from '#tests/station/fake-backend.ts'
import { until } from '#tests/until.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { createContract } from './contract.ts'
import { startDelivery } from './delivery.ts'
import { readFileHead } from './part10.ts'
import { openSpool, type Spool } from './spool.ts'

const sopClass = '1.2.840.10008.5.1.4.1.1.2'

let folder = ''
let spool: Spool
let backend: ReturnType<typeof createFakeBackend>
let delivery: ReturnType<typeof startDelivery>
let lines: string[] = []

async function start() {
  spool = await openSpool(folder)
  const options = { url: 'http://localhost', anonKey: 'a', stationKey: 'k', fetch: backend.fetch }
  delivery = startDelivery({
    ...{ spool, contract: createContract(options), onLine: (line) => lines.push(line) },
    times: { quietMs: 50, firstPauseMs: 5 },
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-delivery-'))
  backend = createFakeBackend()
  lines = []
  await start()
})
afterEach(async () => {
  await delivery.close()
  await rm(folder, { recursive: true, force: true })
})

async function send(number: number, series = 1, values = 16) {
  const instance = `2.25.9.${series}.${number}`
  const file = Buffer.from(
    writeDicom({
      elements: {
        ...imageElements({ columns: values, rows: 1 }),
        '00080018': ['UI', instance],
        '00100010': ['PN', 'Soto^Ana'],
        '0020000D': ['UI', '2.25.1'],
        '0020000E': ['UI', `2.25.9.${series}`],
        '00200011': ['IS', String(9 - series)],
        '00200013': ['IS', String(number)],
      },
      pixels: new Uint16Array(values),
    }),
  )
  const about = { sopClass, instance, transferSyntax: syntax.explicit, aet: 'TOMO' }
  const incoming = spool.receive(about)
  incoming.write(file.subarray(readFileHead(file)?.start))
  const kept = await spool.keep(incoming, about)
  if (typeof kept === 'string') throw new Error(kept)
  delivery.came(kept.study, kept.header)
}

const isDelivered = () =>
  until(() => expect(spool.studies()[0]?.delivered?.files).toBe(spool.studies()[0]?.files.size))

async function names(zip: Buffer | undefined): Promise<string[]> {
  const entries = await new ZipReader(
    new Uint8ArrayReader(new Uint8Array(zip ?? Buffer.alloc(0))),
  ).getEntries()
  expect(entries.every(({ compressionMethod }) => compressionMethod === 0)).toBe(true)
  return entries.map(({ filename }) => filename)
}

describe('a study', () => {
  it('is told at its first image, and brought as one file once nothing more comes; what comes later makes a fuller one', async () => {
    for (const number of [2, 1]) await send(number)
    await send(1, 2)
    await isDelivered()
    expect(await names(backend.uploaded[0])).toEqual([
      'DICOM/001/00001.dcm',
      'DICOM/002/00001.dcm',
      'DICOM/002/00002.dcm',
    ])
    await send(3)
    await isDelivered()
    expect(await names(backend.uploaded[1])).toHaveLength(4)
    expect(backend.arrivals.map(({ instances, complete = false }) => [instances, complete])).toEqual([
      [1, false],
      [3, false],
      [3, true],
      [4, false],
      [4, true],
    ])
    expect(backend.arrivals[2]).toMatchObject({
      study_uid: '2.25.1',
      aet: 'TOMO',
      said: { name: 'Ana Soto', modality: 'CT' },
    })
    expect(await readdir(join(folder, 'outgoing'))).toEqual([])
    expect(lines).toEqual([])
  })

  it('waits while the backend is away, and goes on where its upload broke off', async () => {
    const left: Record<string, number[]> = { station_upload: [0, 503], PATCH: [0, 502], HEAD: [500] }
    backend.fails = (call) => left[call]?.shift()
    await send(1, 1, 4_000_000)
    await isDelivered()
    expect(left).toEqual({ station_upload: [], PATCH: [], HEAD: [] })
    expect(backend.calls.filter((call) => call === 'POST')).toHaveLength(1)
    expect(backend.uploaded.map(({ length }) => length > 8_000_000)).toEqual([true])
    expect(lines).toEqual([
      'La estación no pudo entregar un estudio: El servidor no contesta. Lo intentará de nuevo.',
    ])
  })

  it('that is refused is tried again from the beginning, and others meanwhile', async () => {
    let left = 1
    backend.fails = (call) => (call === 'PATCH' && left-- > 0 ? 404 : undefined)
    await send(1)
    await isDelivered()
    expect(backend.calls.filter((call) => ['POST', 'DELETE'].includes(call))).toEqual([
      'POST',
      'DELETE',
      'POST',
    ])
  })

  it('that was not brought before a restart is brought after it', async () => {
    backend.fails = () => 0
    await send(1)
    await until(() => expect(lines).toHaveLength(1))
    await delivery.close()
    backend.fails = () => undefined
    await start()
    await isDelivered()
    expect(await names(backend.uploaded[0])).toEqual(['DICOM/001/00001.dcm'])
  })
})
