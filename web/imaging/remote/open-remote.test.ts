// @vitest-environment node
import { afterEach, beforeAll, expect, it } from 'vitest'
import { createPhantom, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, sliceFile } from '#tools/imaging/phantom-files.ts'
import { type RangeServer, startRangeServer } from '#tools/imaging/range-server.ts'
import { workerHere } from '#tools/imaging/worker-here.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { openThrough, type RemoteStudySource } from '#web/imaging/client.ts'
import { indexOfFile } from '#web/imaging/sending/index-of-file.ts'

// A study on a server, through the worker's messages and real HTTP.

const side = 200
const raster = { columns: side, rows: side, mmAcross: 0.5, mmDown: 0.5 }
const phantom = createPhantom(5, [side / 2, side / 2, 30])
const slices = (series: string, count: number) =>
  axialSlices(evenHeights(count, 0.5)).map((slice, at) => ({
    name: `${series}/${String(at).padStart(3, '0')}.dcm`,
    bytes: sliceFile(scan(phantom, slice, raster), slice, raster, at, series),
  }))

let zip: Blob
beforeAll(async () => {
  // Stored: slices of 80 KB are worth a request each.
  zip = await zipOf(slices('1', 60), { level: 0 })
})

let server: RangeServer
afterEach(() => server.stop())

async function sourceOf(file: Blob, change: Partial<RemoteStudySource> = {}): Promise<RemoteStudySource> {
  server = await startRangeServer(new Uint8Array(await file.arrayBuffer()))
  const index = await indexOfFile(file, (await sortFiles([{ name: 'a', blob: file }])).parts)
  if (!index) throw new Error('It has an index')
  const { size: bytes, address } = server
  return { index, bytes, address, isFinal: () => true, ...change }
}

it('shows a volume early, and in the end that of the whole file, with hardly more bytes', async () => {
  const study = await openThrough(workerHere(), await sourceOf(zip))
  const seen: number[] = []
  const volume = await study.volume('1', {
    onProgress: (part, early) => {
      if (early) seen.push(part)
    },
  })
  expect(seen[0]).toBeGreaterThanOrEqual(8 / 60)
  expect(seen[0]).toBeLessThan(0.25)
  expect(seen.at(-1)).toBeLessThan(1)
  // Each time all that is seen is cut anew.
  expect(seen.length).toBeLessThanOrEqual(8)
  const whole = await openThrough(workerHere(), [{ name: 'a', blob: zip }])
  const same = await whole.volume('1')
  expect({ ...volume, size: volume.size }).toMatchObject({ size: same.size, range: same.range })
  for (const at of [0, 17, 59])
    expect((await volume.cut('axial', at)).values).toEqual((await same.cut('axial', at)).values)
  expect(server.bytes).toBeLessThan(zip.size * 1.02)
  study.close()
  whole.close()
})

it('that was stopped goes on with what is missing', async () => {
  const study = await openThrough(workerHere(), await sourceOf(zip))
  const controller = new AbortController()
  const stopped = study.volume('1', {
    signal: controller.signal,
    onProgress: (part) => {
      if (part > 0.4) controller.abort()
    },
  })
  await expect(stopped).rejects.toMatchObject({ problem: 'cancelled' })
  // It has ended there, too.
  await study.picture('1')
  const parts: number[] = []
  await study.volume('1', { onProgress: (part) => parts.push(part) })
  expect(parts[0]).toBeGreaterThan(0.4)
  study.close()
})

it('whose address is refused says so', async () => {
  const address = () => Promise.reject(new Error('The link ended'))
  const study = await openThrough(workerHere(), await sourceOf(zip, { address }))
  await expect(study.volume('1')).rejects.toMatchObject({ problem: 'not_loaded', remote: 'refused' })
  study.close()
})

it('that is no single volume, or another file, is loaded as a whole', async () => {
  const two = await sourceOf(await zipOf([...slices('1', 8), ...slices('2', 9)]))
  await expect(openThrough(workerHere(), two)).rejects.toMatchObject({ remote: 'whole' })
  await expect(openThrough(workerHere(), { ...two, bytes: two.bytes + 1 })).rejects.toMatchObject({
    remote: 'changed',
  })
  const damaged = { ...two, index: new Blob(['{']) }
  await expect(openThrough(workerHere(), damaged)).rejects.toMatchObject({ problem: 'corrupt' })
})
