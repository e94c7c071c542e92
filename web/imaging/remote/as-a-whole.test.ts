// @vitest-environment node
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { harmfulArchive, harmless, harms } from '#tools/imaging/harmful-archives.ts'
import { type RangeServer, startRangeServer } from '#tools/imaging/range-server.ts'
import { serveWasm } from '#tools/imaging/serve-wasm.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { type SortedPart, sortFiles } from '#web/imaging/archive.ts'
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
import { RemoteError } from './remote-error.ts'
import { createRemoteFile } from './remote-file.ts'
import { framesOfFile } from './sample-picture.ts'

// Row 37: through ranges a study shows what the whole file shows, by the index of its upload and without one.

// Machines' files, on machines that do other things besides.
vi.setConfig({ testTimeout: 120_000 })
beforeAll(serveWasm)

let server: RangeServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

async function remoteFile(blob: Blob): Promise<RangedFile> {
  server ??= await startRangeServer(new Uint8Array(await blob.arrayBuffer()))
  const { size, address } = server
  return createRemoteFile({ size, etag: null, address })
}

const sorted = async (name: string, blob: Blob) => (await sortFiles([{ name, blob }])).parts
/** As the upload makes it. */
const indexOf = async (blob: Blob, parts: SortedPart[]) =>
  (await indexOfFile(blob, parts).catch(() => undefined))?.text()

const hashOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex')
const problemOf = (error: unknown) => asImagingError(error).problem
const pictureOf = (dicom: Promise<Dicom>, frame: number) =>
  dicom
    .then((opened) => opened.picture(frame))
    .then(({ pixels, ...picture }: Picture) => ({ ...picture, pixels: hashOf(pixels) }), problemOf)

/** What a part is, with each of its pictures and its volume, or what is wrong with them. Names are not in an index. */
async function shownBy({ part, source, slices }: SortedPart) {
  if (part.kind !== 'volume' && part.kind !== 'stack' && part.kind !== 'image') return { kind: part.kind }
  const { modality, transferSyntax, columns, rows, frames } = part.header
  const pictures: unknown[] = []
  for (const slice of slices ?? Array.from({ length: frames }, (_, frame) => ({ source, frame }))) {
    const placement = 'placement' in slice ? slice.placement : null
    pictures.push({ placement, picture: await pictureOf(dicomOf(slice.source), slice.frame) })
  }
  const volume = part.kind === 'volume' && slices ? await volumeOf(slices) : null
  return { id: part.id, kind: part.kind, modality, transferSyntax, columns, rows, pictures, volume }
}

const volumeOf = (slices: Parameters<typeof loadVolume>[0]) =>
  loadVolume(slices, { memory: 1e9 }).then(({ info, grid }) => [info, hashOf(grid.voxels)], problemOf)

/** Expects that each part of the file's index shows from a server what it shows here. Returns how many there are. */
async function compareByIndex(name: string, blob: Blob): Promise<number> {
  const near = await sorted(name, blob)
  const index = await indexOf(blob, near)
  const parts = index === undefined ? [] : indexedParts(await remoteFile(blob), readIndex(index))
  for (const part of parts) {
    const same = near.find((one) => one.part.id === part.part.id)
    expect(await shownBy(part)).toEqual(same && (await shownBy(same)))
  }
  return parts.length
}

/** Expects that an archive's own list leads from a server to what it leads to here. */
async function compareByList(blob: Blob): Promise<void> {
  const listed = async (file: RangedFile) => {
    const found: unknown[] = []
    for (const source of await openZip(file)) {
      const picture = await pictureOf(source.bytes().then(readDicom), 0)
      found.push([source.path, picture])
    }
    return found
  }
  expect(await listed(await remoteFile(blob)).catch(problemOf)).toEqual(
    await listed(rangedBlob(blob)).catch(problemOf),
  )
}

describe('an archive, when', () => {
  it.each(harms.map((harm) => [harm.what, harm] as const))('%s', async (_, harm) => {
    const blob = await harmfulArchive(harm)
    expect(await compareByIndex('estudio.zip', blob)).toBe(harm.indexed)
    await compareByList(blob)
  })

  it('it was damaged after its index was made: each slice is what it was, or is refused', async () => {
    for (const level of [0, 6]) {
      const whole = await harmless(level)
      const near = await sorted('estudio.zip', whole)
      const index = readIndex((await indexOf(whole, near)) ?? '')
      const slices = near[0]?.slices ?? []
      const expected = await Promise.all(slices.map(({ source }) => pictureOf(dicomOf(source), 0)))
      let refused = 0
      for (const harm of harms.filter((one) => (one.level ?? 6) === level)) {
        const blob = await harmfulArchive(harm)
        if (blob.size !== whole.size) continue
        const [remote] = indexedParts(await remoteFile(blob), index)
        for (const [at, { source }] of (remote?.slices ?? []).entries()) {
          const found = await pictureOf(dicomOf(source), 0)
          if (typeof found === 'string') refused++
          else expect(found).toEqual(expected[at])
        }
        await server?.stop()
        server = undefined
      }
      expect(refused).toBeGreaterThan(0)
    }
  })
})

const folder = resolve(import.meta.dirname, '../../../../shared/imaging')
const there = existsSync(folder)

if (!there)
  it('files of machines are not beside this checkout: none was read through ranges', () =>
    expect(there).toBe(false))
else
  describe('a file of a machine', () => {
    const names = readdirSync(folder).filter((name) => /\.(dcm|zip|png|stl|ply)$/.test(name))
    const read = (name: string) => new Uint8Array(readFileSync(resolve(folder, name)))
    /** Nothing compresses their frames, or they are archives. */
    const indexed = [
      ...['color-palette.dcm', 'craneo-fantoma-ct-140-jpegls.zip', 'ct-bigendian.dcm', 'ct-no-preamble.dcm'],
      ...['mr-padded.dcm', 'name-latin1.dcm', 'name-utf8.dcm', 'sintetico-cbct-multiframe.dcm'],
      'sintetico-cbct-slices.zip',
    ]

    it.each(names)('by itself: %s', async (name) => {
      const blob = new Blob([read(name)])
      expect(await compareByIndex(name, blob)).toBe(indexed.includes(name) ? 1 : 0)
      if (!name.endsWith('.dcm')) return
      const frames = framesOfFile(await remoteFile(blob))
      const whole = await frames.then(
        () => false,
        (error: unknown) => error instanceof RemoteError && error.kind === 'whole',
      )
      if (!whole) expect(await pictureOf(frames, 0)).toEqual(await pictureOf(blob.bytes().then(readDicom), 0))
    })

    it.each(names)('in an archive: %s', async (name) => {
      const blob = await zipOf([{ name, bytes: read(name) }])
      expect(await compareByIndex('estudio.zip', blob)).toBe(/^(?!error).*\.dcm$/.test(name) ? 1 : 0)
      await compareByList(blob)
    })
  })
