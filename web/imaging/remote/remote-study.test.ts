// @vitest-environment node
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles, sliceFile } from '#tools/imaging/phantom-files.ts'
import { type RangeServer, startRangeServer } from '#tools/imaging/range-server.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { readDicom } from '#web/imaging/dicom/read-dicom.ts'
import { dicomOf } from '#web/imaging/dicom-file.ts'
import { readIndex } from '#web/imaging/preview/index-format.ts'
import { asImagingError } from '#web/imaging/problems.ts'
import { indexOfFile } from '#web/imaging/sending/index-of-file.ts'
import type { RangedFile } from '#web/imaging/source.ts'
import type { Picture } from '#web/imaging/types.ts'
import { loadVolume } from '#web/imaging/volume/load.ts'
import { indexedParts } from './indexed-parts.ts'
import { createRemoteFile } from './remote-file.ts'
import { framesOfFile, sampleOfArchive } from './sample-picture.ts'

// Large archives, on machines that do other things besides.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const megabyte = 1024 ** 2
let server: RangeServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function remoteOf(blob: Blob): Promise<{ file: RangedFile; asked: RangeServer }> {
  server = await startRangeServer(new Uint8Array(await blob.arrayBuffer()))
  const { size, address } = server
  return { file: createRemoteFile({ size, etag: null, address }), asked: server }
}

async function indexOf(file: Blob) {
  const made = await indexOfFile(file, (await sortFiles([{ name: 'estudio', blob: file }])).parts)
  if (!made) throw new Error('It has an index')
  return { bytes: made.size, index: readIndex(await made.text()) }
}

const pixelsOf = ({ pixels }: Picture) => Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)

describe('a tomography of 146 MB in 560 slices', () => {
  const [columns, rows] = [361, 361]
  const raster = { columns, rows, mmAcross: 0.2, mmDown: 0.2 }
  let zip: Blob
  beforeAll(async () => {
    let state = 1
    const noise = Int16Array.from({ length: columns * rows }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state >>> 21
    })
    const slices = axialSlices(evenHeights(560, 0.2))
    const files = slices.map((slice, at) => ({
      name: `CBCT/${560 - at}.dcm`,
      bytes: sliceFile(noise.fill(at, 0, 9), slice, raster, at, '1', { '00080018': ['UI', `1.2.3.${at}`] }),
    }))
    // Stored, because noise does not pack.
    zip = await zipOf(files, { level: 0 })
  })

  it('moves at most 1.2 MB for its first slice with an index', async () => {
    const { bytes, index } = await indexOf(zip)
    const { file, asked } = await remoteOf(zip)
    expect(file.size).toBeGreaterThan(146e6)
    const [part] = indexedParts(file, index)
    const slice = part?.slices?.[280]
    if (!slice) throw new Error('It has 560 slices')
    const picture = await (await dicomOf(slice.source)).picture(slice.frame)
    expect(picture.pixels[0]).toBe(280 + 1024)
    expect(asked.ranges).toHaveLength(1)
    expect(asked.bytes + bytes).toBeLessThan(1.2 * megabyte)
  })

  it('moves at most 1.5 MB for a slice of its middle without one', async () => {
    const { file, asked } = await remoteOf(zip)
    const picture = await (await sampleOfArchive(file)).picture(0)
    expect(picture.pixels[0]).toBe(560 - 281 + 1024)
    expect(asked.bytes).toBeLessThan(1.5 * megabyte)
    // The end of the file, and the slice.
    expect(asked.ranges).toHaveLength(2)
  })
})

describe('a volume by its index', () => {
  const phantom = createPhantom(8, [46, 46, 24])
  const raster = { columns: 24, rows: 24, mmAcross: 2, mmDown: 2 }
  const files = phantomFiles(phantom, axialSlices(evenHeights(24, 1)), raster)

  it('is the volume of the whole file, voxel by voxel, and has no names', async () => {
    const zip = await zipOf(files)
    const { index } = await indexOf(zip)
    const { file } = await remoteOf(zip)
    const [part] = indexedParts(file, index)
    const [whole] = (await sortFiles([{ name: 'a', blob: zip }])).parts
    if (!part?.slices || !whole?.slices) throw new Error('Both are volumes')
    expect(part.part).toMatchObject({ id: whole.part.id, kind: 'volume', name: '', slices: 24 })
    const [remote, here] = [
      await loadVolume(part.slices, { memory: 1e9 }),
      await loadVolume(whole.slices, { memory: 1e9 }),
    ]
    expect(remote.info).toEqual(here.info)
    expect(Buffer.from(remote.grid.voxels.buffer).equals(Buffer.from(here.grid.voxels.buffer))).toBe(true)
  })

  it('is refused where the file is another', async () => {
    const { index } = await indexOf(await zipOf(files))
    const { file } = await remoteOf(await zipOf(files.slice(1)))
    expect(() => indexedParts(file, index)).toThrow(/changed/)
  })

  it('of a file that was damaged since is told by the sums of its slices', async () => {
    const zip = await zipOf(files, { level: 0 })
    const { index } = await indexOf(zip)
    const bytes = new Uint8Array(await zip.arrayBuffer())
    const { offset = 0, packed = 0 } = index.parts[0]?.pictures[3] ?? {}
    bytes.fill(9, offset + packed - 40, offset + packed - 30)
    const { file } = await remoteOf(new Blob([bytes]))
    const read = indexedParts(file, index)[0]?.slices?.map(({ source }) =>
      source.bytes().then(() => 'read', problemOf),
    )
    const problems = await Promise.all(read ?? [])
    expect(problems.filter((one) => one !== 'read')).toEqual(['corrupt'])
  })
})

describe('one DICOM file with 40 frames', () => {
  const frames = (syntax: 'explicit' | 'implicit' | 'bigEndian' | 'deflated') =>
    new Blob([
      writeDicom({
        elements: imageElements({ columns: 200, rows: 200, frames: 40 }),
        pixels: Uint16Array.from(
          { length: 40_000 * 40 },
          (_, at) => Math.floor(at / 40_000) * 100 + (at % 97),
        ),
        syntax,
      }),
    ])

  it.each(['explicit', 'implicit', 'bigEndian'] as const)('is read frame by frame: %s', async (syntax) => {
    const blob = frames(syntax)
    const whole = await readDicom(new Uint8Array(await blob.arrayBuffer()))
    const { index } = await indexOf(blob)
    const { file, asked } = await remoteOf(blob)
    const [part] = indexedParts(file, index)
    if (!part) throw new Error('It has a part')
    for (const dicom of [await dicomOf(part.source), await framesOfFile(file)]) {
      const [remote, here] = [await dicom.picture(30), await whole.picture(30)]
      expect({ ...remote, pixels: null }).toEqual({ ...here, pixels: null })
      expect(pixelsOf(remote).equals(pixelsOf(here))).toBe(true)
      await expect(dicom.picture(40)).rejects.toMatchObject({ problem: 'no_pixels' })
    }
    expect(asked.bytes).toBeLessThan(1.2 * megabyte)
  })

  it('that are compressed is loaded as a whole', async () => {
    const { file } = await remoteOf(frames('deflated'))
    await expect(framesOfFile(file)).rejects.toMatchObject({ kind: 'whole' })
  })
})

const problemOf = (error: unknown) => asImagingError(error).problem
