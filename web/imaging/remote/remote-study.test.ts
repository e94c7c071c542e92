// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles, sliceFile } from '#tools/imaging/phantom-files.ts'
import { type RangeServer, startRangeServer } from '#tools/imaging/range-server.ts'
import { serveWasm } from '#tools/imaging/serve-wasm.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { type Dicom, readDicom } from '#web/imaging/dicom/read-dicom.ts'
import { dicomOf } from '#web/imaging/dicom-file.ts'
import { readIndex } from '#web/imaging/preview/index-format.ts'
import { asImagingError } from '#web/imaging/problems.ts'
import { indexOfFile } from '#web/imaging/sending/index-of-file.ts'
import { type RangedFile, rangedBlob } from '#web/imaging/source.ts'
import type { Picture } from '#web/imaging/types.ts'
import { loadVolume } from '#web/imaging/volume/load.ts'
import { openZip } from '#web/imaging/zip.ts'
import { indexedParts } from './indexed-parts.ts'
import { createRemoteFile } from './remote-file.ts'
import { framesOfFile, sampleOfArchive } from './sample-picture.ts'

// Machines' files and large archives, on machines that do other things besides.
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
    const [far, near] = [
      await loadVolume(part.slices, { memory: 1e9 }),
      await loadVolume(whole.slices, { memory: 1e9 }),
    ]
    expect(far.info).toEqual(near.info)
    expect(Buffer.from(far.grid.voxels.buffer).equals(Buffer.from(near.grid.voxels.buffer))).toBe(true)
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
      const [far, near] = [await dicom.picture(30), await whole.picture(30)]
      expect({ ...far, pixels: null }).toEqual({ ...near, pixels: null })
      expect(pixelsOf(far).equals(pixelsOf(near))).toBe(true)
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

/** What an archive shows: each file's first picture, or what is wrong with it. */
async function shownBy(file: RangedFile): Promise<unknown> {
  try {
    const sources = await openZip(file)
    return await Promise.all(
      sources.map(async (source) => [source.path, await firstPicture(source.bytes().then(readDicom))]),
    )
  } catch (error) {
    return problemOf(error)
  }
}

const firstPicture = async (dicom: Promise<Dicom>) =>
  dicom.then((opened) => opened.picture(0)).then((picture) => pixelsOf(picture).toString('base64'), problemOf)

describe('what is hostile or damaged is refused through ranges as through a whole file', () => {
  const bytes = writeDicom({
    elements: { ...imageElements({ columns: 2, rows: 2 }), '00204000': ['LT', 'x'.repeat(300_000)] },
    pixels: Uint16Array.of(1, 2, 3, 4),
  })
  const named = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, bytes }))
  /** The archive with other sizes of its files, in both of its lists. */
  const saying = (zip: Buffer, size: number) => {
    for (const [mark, offset] of [
      ['PK\x01\x02', 24],
      ['PK\x03\x04', 22],
    ] as const)
      for (let at = zip.indexOf(mark, 0, 'latin1'); at >= 0; at = zip.indexOf(mark, at + 4, 'latin1'))
        zip.writeUInt32LE(size, at + offset)
    return zip
  }

  it.each<[string, (zip: Buffer) => Buffer, object?]>([
    ['one that asks for a password', (zip) => zip, { password: 'secreto' }],
    ['one that says it unpacks to more than any study has', (zip) => saying(zip, 0xfffffff0)],
    ['one whose files hold more than it says', (zip) => saying(zip, 1000)],
    ['one that was cut', (zip) => zip.subarray(0, zip.length - 60)],
    ['one whose beginning is missing', (zip) => zip.subarray(400)],
    ['one with damaged bytes', (zip) => zip.fill(7, 900, 1200), { level: 0 }],
    ['one whose list is damaged', (zip) => zip.fill(7, zip.length - 200, zip.length - 100)],
    ['none', () => Buffer.from('x'.repeat(5000))],
  ])('%s', async (_, change, options) => {
    const zip = new Blob([
      new Uint8Array(change(Buffer.from(await (await zipOf(named, options)).arrayBuffer()))),
    ])
    const { file } = await remoteOf(zip)
    const whole = await shownBy(rangedBlob(zip))
    expect(await shownBy(file)).toEqual(whole)
    expect(JSON.stringify(whole)).toMatch(/encrypted|too_large|corrupt|truncated/)
  })
})

const shared = resolve(import.meta.dirname, '../../../../shared/imaging')
const there = existsSync(shared)

if (!there)
  it('files of machines are not beside this checkout: none was read through ranges', () =>
    expect(there).toBe(false))
else
  it('files of machines show through ranges what they show as a whole', async () => {
    serveWasm()
    const names = readdirSync(shared).filter((name) => name.endsWith('.dcm'))
    const files = names.map((name) => ({ name, bytes: new Uint8Array(readFileSync(resolve(shared, name))) }))
    const expected = new Map<string, string>()
    for (const { name, bytes } of files) expected.set(name, await firstPicture(readDicom(bytes)))
    const zip = await zipOf(files)
    const { file } = await remoteOf(zip)
    expect(new Map(await listed(file))).toEqual(expected)
    const { index } = await indexOf(zip)
    const shown = new Set(expected.values())
    const parts = indexedParts(file, index)
    expect(parts.length).toBeGreaterThan(10)
    for (const { source } of parts) expect(shown).toContain(await firstPicture(dicomOf(source)))
  })

async function listed(file: RangedFile): Promise<[string, string][]> {
  const found: [string, string][] = []
  for (const source of await openZip(file))
    found.push([source.path, await firstPicture(source.bytes().then(readDicom))])
  return found
}
