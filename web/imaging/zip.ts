import { type FileEntry, Reader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { lazily } from './lazily.ts'
import { asImagingError, stopIfCancelled } from './problems.ts'
import { largestInMemory, type Packed, type RangedFile, type Source } from './source.ts'
import { ImagingError, type ImagingProblem } from './types.ts'

/** More than any examination has, less than what would never end. */
const mostEntries = 20_000
const mostBytes = 16 * 1024 ** 3

/**
 * The files of an archive, none of them read yet; one that needs a password throws 'encrypted_zip' when it is read (APPNOTE
 * 4.4.4: each says so for itself), one that is packed so 'deflate64'. Throws ImagingError: the same when all are so, 'too_large'
 * when it claims to unpack to more than 16 GB or has more than 20,000 files, 'truncated' or 'corrupt' when it cannot be read.
 */
export async function openZip(archive: RangedFile, folder = ''): Promise<Source[]> {
  const entries = await readEntries(archive)
  const files = entries.flatMap((entry) => (entry.directory ? [] : [entry]))
  const [first] = files
  const problem = first && problemOf(first)
  if (problem && files.every((file) => problemOf(file) === problem)) throw new ImagingError(problem)
  const bytes = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (files.length > mostEntries || bytes > mostBytes) throw new ImagingError('too_large')
  return files.map((entry) => sourceOfEntry(archive, entry, folder))
}

async function readEntries(archive: RangedFile) {
  try {
    // Its own workers need addresses that the page's policy does not allow.
    return await new ZipReader(readerOf(archive), { useWebWorkers: false }).getEntries()
  } catch (error) {
    throw asImagingError(error)
  }
}

/** zip.js reads through this, in pieces. */
function readerOf(archive: RangedFile) {
  const { size } = archive
  return Object.assign(new Reader(archive), {
    size,
    readUint8Array: (from: number, length: number) => archive.read(from, Math.min(size, from + length)),
  })
}

function sourceOfEntry(archive: RangedFile, entry: FileEntry, folder: string): Source {
  const path = folder + entry.filename.replaceAll('\\', '/')
  const problem = problemOf(entry)
  if (problem) return closed(path, entry.uncompressedSize, problem)
  return {
    path,
    size: entry.uncompressedSize,
    packed: {
      archive,
      header: entry.offset,
      bytes: entry.compressedSize,
      method: entry.compressionMethod,
      crc: entry.signature,
    },
    head: (bytes, signal) => head(archive, entry, bytes, signal),
    async bytes(signal) {
      if (entry.uncompressedSize > largestInMemory) throw new ImagingError('too_large')
      const bytes = new Uint8Array(entry.uncompressedSize)
      let at = 0
      await unpack(entry, signal, (chunk) => {
        bytes.set(chunk, at)
        at += chunk.length
      })
      if (at < bytes.length) throw new ImagingError('truncated')
      return bytes
    },
    async blob(signal) {
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>()
      // The browser keeps it, on the disc if it must.
      const blob = new Response(readable).blob()
      const writer = writable.getWriter()
      try {
        await unpack(entry, signal, (chunk) => writer.write(chunk))
        await writer.close()
      } catch (error) {
        await Promise.allSettled([writer.abort(error), blob])
        throw error
      }
      return blob
    },
  }
}

/** Deflate64 (APPNOTE 4.4.5), which Windows writes for files of more than 2 GB. */
const deflate64 = 9

/** Why a file cannot be taken out of its archive here. */
function problemOf({ encrypted, compressionMethod }: FileEntry): ImagingProblem | undefined {
  if (encrypted) return 'encrypted_zip'
  return compressionMethod === deflate64 ? 'deflate64' : undefined
}

function closed(path: string, size: number, problem: ImagingProblem): Source {
  const refuse = async () => {
    throw new ImagingError(problem)
  }
  return { path, size, head: refuse, bytes: refuse, blob: refuse }
}

/** Unpacks a file piece by piece. zip.js stops when there is more than stated: such an archive is meant to fill the memory. */
async function unpack(
  entry: FileEntry,
  signal: AbortSignal | undefined,
  write: (chunk: Uint8Array<ArrayBuffer>) => void | Promise<void>,
): Promise<void> {
  stopIfCancelled(signal)
  try {
    await entry.getData(new WritableStream({ write }), { signal, checkSignature: true })
  } catch (error) {
    throw asImagingError(error)
  }
}

/** Bytes of an entry's own header before its name, and what is read for name and extras. */
const ownHeader = 30
const namesAtMost = 1024

/** Where the packed bytes begin in an archive's piece that begins with the entry's own header; undefined where there is none. */
function dataStart(piece: Uint8Array): number | undefined {
  const view = new DataView(piece.buffer, piece.byteOffset, piece.length)
  if (piece.length < ownHeader || view.getUint32(0) !== 0x504b0304) return undefined
  return ownHeader + view.getUint16(26, true) + view.getUint16(28, true)
}

/** Where the packed bytes of a file begin in its archive. Throws ImagingError 'corrupt'. */
export async function packedOffset({ archive, header }: Packed): Promise<number> {
  const start = dataStart(await archive.read(header, Math.min(archive.size, header + ownHeader)))
  if (start === undefined) throw new ImagingError('corrupt', 'No local header')
  return header + start
}

/**
 * The first bytes of an entry, reading as little of the archive as possible: hundreds of slices are checked before
 * the first is shown. Unusual or damaged entries are unpacked from the start by zip.js, which says what is wrong.
 */
async function head(
  archive: RangedFile,
  entry: FileEntry,
  bytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  stopIfCancelled(signal)
  const wanted = Math.min(bytes, entry.uncompressedSize)
  const end = Math.min(archive.size, entry.offset + ownHeader + namesAtMost + wanted)
  const read = await archive.read(entry.offset, end, signal)
  const start = dataStart(read)
  if (start !== undefined) {
    const packed = read.subarray(start, start + entry.compressedSize)
    const found = entry.compressionMethod === 8 ? await inflated(packed) : packed
    if (entry.compressionMethod % 8 === 0 && found.length >= wanted) return found.subarray(0, wanted)
  }
  const all = new Uint8Array(wanted)
  let at = 0
  await unpack(entry, signal, (chunk) => {
    const room = chunk.subarray(0, wanted - at)
    all.set(room, at)
    at += room.length
  })
  return all
}

async function inflated(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { inflate } = await lazily(() => import('./dicom/inflate.ts'))
  return inflate(packed)
}
