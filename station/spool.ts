import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, mkdir, open, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { isUid } from '#domain/image-classes.ts'
import { type Header, readHeader, scanHeader } from './header.ts'
import { Incoming } from './incoming.ts'
import { fileHead, readFileHead } from './part10.ts'
import { stationLimits, stationTimes } from './settings.ts'

// What machines sent, on disk. studies/{of the study}/{of the instance}.dcm; another content under the same UID has its own hash behind it.
// Scans of the teeth have no UID: they are {of the content}.stl or .ply. No UID is ever a path. incoming/ is what nobody was told is here, outgoing/ what is made of a
// study to be brought; both are gone after a restart.

export type Study = {
  uid: string
  folder: string
  /** Who sent the last of it, '' where nobody knows. */
  aet: string
  /** File name to bytes. */
  files: Map<string, number>
  /** Of scans of the teeth, where they lay in the watched folder, by file name. */
  paths: Record<string, string>
  lastAt: number
  delivered: { files: number; at: number } | undefined
}

/** Why an instance is not kept. */
export type Refusal = 'full' | 'unreadable' | 'mismatch'

/** What the DIMSE request says of the instance that follows. */
export type Announced = { sopClass: string; instance: string; transferSyntax: string; aet: string }

export type Kept = { study: Study; header: Header }

/** A scan of the teeth on its way: what is in it lies whole in `part`. */
export type Scan = { part: Incoming; path: string; content: string }

export type Limits = { arrivals: number; reserve: number; instance: number }

type Options = { now?: () => Date; limits?: Limits }

/** Opens the folder, and finds again what was in it. */
export async function openSpool(folder: string, options: Options = {}) {
  const { now = () => new Date(), limits = stationLimits } = options
  const studiesFolder = join(folder, 'studies')
  const [incomingFolder, outgoingFolder] = [join(folder, 'incoming'), join(folder, 'outgoing')]
  for (const path of [incomingFolder, outgoingFolder]) await rm(path, { recursive: true, force: true })
  for (const path of [folder, studiesFolder, incomingFolder, outgoingFolder])
    await mkdir(path, { recursive: true, mode: 0o700 })
  const studies = await scan(studiesFolder)
  let held = [...studies.values()].reduce((sum, { files }) => sum + bytesOf(files), 0)
  /** Bytes of what was refused last for want of room. */
  let refused = 0
  const turns = new Map<string, Promise<unknown>>()

  async function freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }

  async function hasRoom(bytes: number): Promise<boolean> {
    return held + bytes <= limits.arrivals && (await freeBytes()) - bytes >= limits.reserve
  }

  /** For one that comes, which is refused where there is none. */
  async function admits(bytes: number): Promise<boolean> {
    const isAdmitted = await hasRoom(bytes)
    if (!isAdmitted) refused = bytes
    return isAdmitted
  }

  /** One after the other for a study. */
  function inTurn<T>(uid: string, work: () => Promise<T>): Promise<T> {
    const turn = (turns.get(uid) ?? Promise.resolve()).then(work, work)
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (turns.get(uid) === settled) turns.delete(uid)
      })
    turns.set(uid, settled)
    return turn
  }

  async function place(part: string, size: number, aet: string, header: Header): Promise<Study> {
    const study = await studyOf(header.study, aet)
    const name = hashOf(header.instance)
    count(study, await placed(part, study.folder, name), size)
    return study
  }

  /** That a file is there; undefined: it was already. */
  function count(study: Study, name: string | undefined, size: number): void {
    if (name && !study.files.has(name)) {
      study.files.set(name, size)
      held += size
    }
    study.lastAt = now().getTime()
  }

  async function studyOf(uid: string, aet: string, paths: Record<string, string> = {}): Promise<Study> {
    const known = studies.get(uid)
    if (known?.aet === aet) return known
    const path = join(studiesFolder, hashOf(uid))
    await mkdir(path, { recursive: true, mode: 0o700 })
    await writeSafely(join(path, 'study.json'), JSON.stringify({ uid, aet, paths }))
    await syncFolder(studiesFolder)
    const empty = { files: new Map(), lastAt: 0, delivered: undefined }
    const study = known ?? { uid, folder: path, aet, paths, ...empty }
    study.aet = aet
    studies.set(uid, study)
    return study
  }

  return {
    studies: () => [...studies.values()],

    /** Whether there is no room, or not enough for what was refused last. */
    isFull: async () => !(await hasRoom(refused)),

    /** Where a study's file may be written; throws where the disk would have no reserve left. */
    async outgoing({ uid, files }: Study): Promise<string> {
      if ((await freeBytes()) - bytesOf(files) < limits.reserve / 2)
        throw new Error('No queda espacio en el disco.')
      return join(outgoingFolder, `${hashOf(uid)}.zip`)
    },

    /** Somewhere for an instance's data set, with the head of its file in front; of one that `isRefused`, nowhere. */
    receive({ sopClass, instance, transferSyntax }: Announced, isRefused = false): Incoming {
      return new Incoming({
        path: join(incomingFolder, randomUUID()),
        head: fileHead(sopClass, instance, transferSyntax),
        most: limits.instance,
        hasRoom: isRefused ? async () => false : admits,
      })
    },

    /** Somewhere for what lies in a file by itself. */
    part(): Incoming {
      const path = join(incomingFolder, randomUUID())
      return new Incoming({ path, head: Buffer.alloc(0), most: limits.instance, hasRoom: admits })
    },

    /**
     * Keeps scans of the teeth that belong together as one study. Its UID is made from what is in them; scans of which all are known are the
     * study that has them. Their parts stay where they are.
     */
    async keepScans(scans: readonly Scan[]): Promise<Kept> {
      const named = scans.map((scan) => ({
        ...scan,
        name: `${scan.content}${extname(scan.path).toLowerCase()}`,
      }))
      const known = [...studies.values()].find(({ files }) => named.every(({ name }) => files.has(name)))
      const uid =
        known?.uid ??
        uidOf(
          named
            .map(({ name }) => name)
            .sort()
            .join(),
        )
      return inTurn(uid, async () => {
        const study = await studyOf(uid, '', Object.fromEntries(named.map(({ name, path }) => [name, path])))
        for (const { name, part } of named) {
          await linked(part.path, join(study.folder, name))
          count(study, name, part.size)
        }
        return { study, header: scanHeader(scans[0]?.path ?? '') }
      })
    },

    /**
     * Keeps what was received, safe on the disk, once for each content; answers its study, or why not. In every case `incoming` is used up.
     */
    async keep(incoming: Incoming, announced: Announced): Promise<Kept | Refusal> {
      try {
        if (!(await incoming.finish())) return 'full'
        const header = await readHeader(incoming.path, incoming.start, announced.transferSyntax)
        if (!isUid(header.study) || !isUid(header.series)) return 'unreadable'
        if (header.instance !== announced.instance || header.sopClass !== announced.sopClass)
          return 'mismatch'
        const { path, size } = incoming
        const study = await inTurn(header.study, () => place(path, size, announced.aet, header))
        return { study, header }
      } catch (error) {
        if (isFull(error)) return 'full'
        throw error
      } finally {
        await incoming.discard()
      }
    },

    /** The headers of a study's files, as they are now. */
    async headers({
      folder: path,
      files,
      paths,
    }: Study): Promise<{ name: string; path: string; size: number; header: Header; scan?: string }[]> {
      const found = []
      for (const [name, size] of files) {
        const file = join(path, name)
        const scan = paths[name]
        if (scan === undefined) found.push({ name, path: file, size, header: await headerOf(file) })
        else found.push({ name, path: file, size, header: scanHeader(scan), scan })
      }
      return found
    },

    /** Remembers that so many files of the study were delivered. */
    async delivered(study: Study, files: number): Promise<void> {
      study.delivered = { files, at: now().getTime() }
      await writeSafely(join(study.folder, 'delivered.json'), JSON.stringify(study.delivered))
    },

    /** Lets go of what was delivered a week ago, and before that the oldest when half of the room is used. */
    async sweep(): Promise<void> {
      const at = now().getTime()
      const old = [...studies.values()]
        .filter(({ delivered, files }) => delivered && delivered.files >= files.size)
        .sort((a, b) => (a.delivered?.at ?? 0) - (b.delivered?.at ?? 0))
      for (const study of old) {
        const since = Math.max(study.delivered?.at ?? at, study.lastAt)
        if (at - since < stationTimes.keptMs && held < limits.arrivals / 2) continue
        await inTurn(study.uid, async () => {
          if ((study.delivered?.files ?? 0) < study.files.size) return
          studies.delete(study.uid)
          held -= bytesOf(study.files)
          await rm(study.folder, { recursive: true, force: true })
        })
      }
    },
  }
}

export type Spool = Awaited<ReturnType<typeof openSpool>>

export const bytesOf = (files: ReadonlyMap<string, number>) =>
  [...files.values()].reduce((sum, one) => sum + one, 0)

/** Moves a part to its place: under its name, or beside another content of that name; undefined when it is there already. */
async function placed(part: string, folder: string, name: string): Promise<string | undefined> {
  const first = `${name}.dcm`
  if (await linked(part, join(folder, first))) return first
  const content = await contentHash(part)
  if ((await contentHash(join(folder, first))) === content) return undefined
  const other = `${name}-${content}.dcm`
  return (await linked(part, join(folder, other))) ? other : undefined
}

/** A link never replaces a file. */
async function linked(part: string, target: string): Promise<boolean> {
  try {
    await link(part, target)
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false
    throw error
  }
  await syncFolder(join(target, '..'))
  return true
}

/** How the names of files of a study end. */
const kept = /\.(?:dcm|stl|ply)$/

async function scan(folder: string): Promise<Map<string, Study>> {
  const studies = new Map<string, Study>()
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const files = new Map<string, number>()
    let lastAt = 0
    for (const file of (await readdir(path).catch(() => [])).filter((one) => kept.test(one))) {
      const { size, mtimeMs } = await stat(join(path, file))
      files.set(file, size)
      lastAt = Math.max(lastAt, mtimeMs)
    }
    const about = await readJson(join(path, 'study.json'))
    const uid = about && Reflect.get(about, 'uid')
    if (!about || files.size === 0 || typeof uid !== 'string') continue
    const delivered = await readJson(join(path, 'delivered.json'))
    const [count, at] = [
      delivered && Reflect.get(delivered, 'files'),
      delivered && Reflect.get(delivered, 'at'),
    ]
    studies.set(uid, {
      uid,
      folder: path,
      aet: String(Reflect.get(about, 'aet')),
      files,
      paths: Object(Reflect.get(about, 'paths')),
      lastAt,
      delivered: typeof count === 'number' && typeof at === 'number' ? { files: count, at } : undefined,
    })
  }
  return studies
}

async function headerOf(file: string): Promise<Header> {
  const handle = await open(file)
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(1024), 0, 1024, 0)
    .finally(() => handle.close())
  const head = readFileHead(buffer.subarray(0, bytesRead))
  return readHeader(file, head?.start ?? 0, head?.transferSyntax ?? '')
}

/** A UID as a file name. */
export function hashOf(uid: string): string {
  return createHash('sha256').update(uid).digest('hex').slice(0, 32)
}

/** A UID below 2.25 (PS3.5 B.2), always the same for that text. */
function uidOf(text: string): string {
  return `2.25.${BigInt(`0x${hashOf(text)}`)}`
}

async function contentHash(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex').slice(0, 16)
}

async function readJson(file: string): Promise<object | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

async function writeSafely(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true })
}

/** A new name in a folder is safe when the folder is; Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

/** Whether the disk had no room for it. */
export function isFull(error: unknown): boolean {
  return error instanceof Error && ['ENOSPC', 'EDQUOT'].includes(String(Reflect.get(error, 'code')))
}
