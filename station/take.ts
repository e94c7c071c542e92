import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { configure, ERR_ENCRYPTED, type FileEntry, Reader, ZipReader } from '@zip.js/zip.js'
import { isImageName, isLitter, isScanName, scanStem } from '#domain/export-names.ts'
import { contentOf, isNamedDicom, sniffedBytes } from '#domain/file-content.ts'
import { isImageClass, isUid } from '#domain/image-classes.ts'
import { takenSyntaxes } from '#domain/transfer-syntax.ts'
import { type Header, readHeader } from './header.ts'
import type { Lot } from './lots.ts'
import { type FileHead, readFileHead } from './part10.ts'
import { stationLimits } from './settings.ts'
import { isFull, type Kept, type Scan, type Spool } from './spool.ts'
import { isWhole } from './whole.ts'

configure({ useWebWorkers: false })

/** What became of a lot: how much of it is in the spool, and what could not be read. */
export type Taken = { images: number; problems: { path: string; why: string }[] }

/** There is no room for it now. */
export class NoRoom extends Error {}

type Options = {
  spool: Spool
  /** The first of these AE titles that is a machine's, or ''. */
  machineOf: (titles: readonly string[]) => Promise<string>
  onKept: (kept: Kept) => void
  signal: AbortSignal
}

/** In which people read why something was not taken. */
const words = {
  empty: 'El archivo está vacío.',
  damaged: 'El archivo está dañado.',
  unfinished: 'El archivo está incompleto.',
  notAnImage: 'El archivo no es una imagen, aunque su nombre lo diga.',
  otherClass: 'Es DICOM, pero no una imagen de las que se reciben.',
  other: 'No es DICOM, ZIP, STL ni PLY.',
  nothing: 'No contiene imágenes DICOM ni archivos STL o PLY.',
  nameless: 'Le faltan los identificadores del estudio.',
  compression: 'Está comprimido de una forma que no se puede abrir.',
  locked: 'El ZIP tiene contraseña.',
  large: 'El archivo es demasiado grande.',
} as const

/** Why one file was not taken, in Spanish. */
class Problem extends Error {}

const headBytes = 64 * 1024

type Found = {
  /** As people see it: below the watched folder, with '/', within an archive behind its name. */
  path: string
  /** Where it lies. */
  file: string
  size: number
  archives: number
}

/**
 * Puts all images of a lot below `root` into the spool, where each is stored once however often this is called. Throws NoRoom, and what
 * the disk says when a file cannot be read now.
 */
export async function takeLot(root: string, lot: Lot, options: Options): Promise<Taken> {
  const { spool, machineOf, onKept, signal } = options
  const taken: Taken = { images: 0, problems: [] }
  const scans = new Map<string, Scan[]>()
  /** Why a file by itself, in which nothing was wrong, is nothing that is taken. */
  let alone: string = words.other

  async function take(found: Found): Promise<void> {
    signal.throwIfAborted()
    try {
      const file = await open(found.file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
      try {
        await takeOpen(file, found)
      } finally {
        await file.close()
      }
    } catch (error) {
      if (isFull(error)) throw new NoRoom()
      if (!(error instanceof Problem)) throw error
      taken.problems.push({ path: found.path, why: error.message })
    }
  }

  async function takeOpen(file: FileHandle, found: Found): Promise<void> {
    const { path, size } = found
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.subarray(0, bytesRead)
    const content = contentOf(head.subarray(0, sniffedBytes), size)
    if (content === 'zip') return takeArchive(file, found)
    if (content === 'dicom' || content === 'unknown') return takeImage(file, head, found)
    if ((content === 'stl' || content === 'ply') && !isNamedDicom(path)) return takeScan(file, content, found)
    if (content === 'empty' && isImageName(path)) throw new Problem(words.empty)
    if (isImageName(path)) throw new Problem(words.notAnImage)
  }

  async function takeImage(
    file: FileHandle,
    head: Buffer,
    { path, file: place, size }: Found,
  ): Promise<void> {
    const found = await identified(place, head)
    if (!found) {
      if (isNamedDicom(path)) throw new Problem(words.damaged)
      if (isImageName(path)) throw new Problem(isScanName(path) ? words.unfinished : words.damaged)
      return
    }
    const { header, start, transferSyntax, source } = found
    // What lies beside images: an index of them, a report, how they are shown.
    if (!isImageClass(header.sopClass)) {
      alone = words.otherClass
      return
    }
    if (![header.study, header.series, header.instance].every(isUid)) throw new Problem(words.nameless)
    if (!takenSyntaxes.has(transferSyntax)) throw new Problem(words.compression)
    if (size > stationLimits.instance) throw new Problem(words.large)
    if (!(await isWhole(file, size, start, transferSyntax))) throw new Problem(words.unfinished)
    const announced = {
      ...{ sopClass: header.sopClass, instance: header.instance, transferSyntax },
      aet: await machineOf([source, header.station]),
    }
    // With the head of those that come by the network: the same instance is the same file.
    const incoming = spool.receive(announced)
    for await (const piece of file.createReadStream({ start, autoClose: false })) await incoming.put(piece)
    const kept = await spool.keep(incoming, announced)
    if (kept === 'full') throw new NoRoom()
    if (typeof kept === 'string') throw new Problem(words.damaged)
    taken.images += 1
    onKept(kept)
  }

  async function takeScan(file: FileHandle, kind: 'stl' | 'ply', { path, size }: Found): Promise<void> {
    if (size > stationLimits.instance) throw new Problem(words.large)
    const part = spool.part()
    const group = lot.isFolder || path.includes('/') ? posix.dirname(path) : scanStem(path)
    const hash = createHash('sha256')
    const named = isScanName(path) ? path : `${path}.${kind}`
    const scan: Scan = { part, path: named, content: '' }
    scans.set(group, [...(scans.get(group) ?? []), scan])
    for await (const piece of file.createReadStream({ start: 0, autoClose: false })) {
      hash.update(piece)
      await part.put(piece)
    }
    if (!(await part.finish())) throw new NoRoom()
    scan.content = hash.digest('hex').slice(0, 32)
  }

  async function takeArchive(file: FileHandle, { path, size, archives }: Found): Promise<void> {
    // Some programs export an archive in an archive; deeper nesting is meant to do harm.
    if (archives > 1) throw new Problem(words.large)
    const reader = new ZipReader(new FileReader(file, size))
    const entries = (await reader.getEntries().catch(damaged)).filter(
      (entry): entry is FileEntry => !entry.directory && !isLitter(entry.filename),
    )
    const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (entries.length > mostEntries || bytes > mostBytes) throw new Problem(words.large)
    for (const entry of entries) await takeEntry(entry, path, archives + 1)
  }

  async function takeEntry(entry: FileEntry, archive: string, archives: number): Promise<void> {
    const path = `${archive}/${entry.filename.replaceAll('\\', '/')}`
    const part = spool.part()
    try {
      if (entry.uncompressedSize > stationLimits.instance) throw new Problem(words.large)
      const writable = new WritableStream<Uint8Array>({ write: (piece) => part.put(Buffer.from(piece)) })
      await entry.getData(writable, { checkSignature: true }).catch(damaged)
      if (!(await part.finish())) throw new NoRoom()
      await take({ path, file: part.path, size: part.size, archives })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (isImageName(path) || !/\.\w+$/.test(path)) taken.problems.push({ path, why: error.message })
    } finally {
      await part.discard()
    }
  }

  try {
    for (const { path, size } of lot.files) await take({ path, file: join(root, path), size, archives: 0 })
    for (const group of scans.values()) {
      const kept = await spool.keepScans(group)
      taken.images += group.length
      onKept(kept)
    }
  } finally {
    for (const { part } of [...scans.values()].flat()) await part.discard()
  }
  if (taken.images === 0 && taken.problems.length === 0) {
    const [only] = lot.files
    const why = lot.isFolder || (only && /\.zip$/i.test(only.path)) ? words.nothing : alone
    taken.problems.push({ path: lot.names[0] ?? '', why })
  }
  return taken
}

/** Reads a file piece by piece. */
class FileReader extends Reader<FileHandle> {
  readonly #file: FileHandle

  constructor(file: FileHandle, size: number) {
    super(file)
    this.#file = file
    this.size = size
  }

  override async readUint8Array(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const { buffer, bytesRead } = await this.#file.read(new Uint8Array(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }
}

/** Of an archive: as many as the portal opens. */
const mostEntries = 20_000
const mostBytes = 16 * 1024 ** 3

/** zip.js says what is wrong with an archive; what the disk says passes. */
function damaged(error: unknown): never {
  if (error instanceof Error && 'syscall' in error) throw error
  throw new Problem(error instanceof Error && error.message === ERR_ENCRYPTED ? words.locked : words.damaged)
}

type Identified = FileHead & { header: Header }

/** What identifies an image; undefined for what is none. */
async function identified(file: string, head: Buffer): Promise<Identified | undefined> {
  const own = readFileHead(head)
  const header = own && (await readHeader(file, own.start, own.transferSyntax))
  return own && header && (own.isMarked || isUid(header.sopClass)) ? { header, ...own } : undefined
}
