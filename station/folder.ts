import { access, constants, lstat, mkdir, rename, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { messageOf } from './callers.ts'
import { folders, type Lot, lotOf, lotsIn } from './lots.ts'
import { NoRoom, type Taken } from './take.ts'

export type FolderTimes = { everyMs: number; quietMs: number; againMs: number }

type Options = {
  root: string
  times: FolderTimes
  /** The clinic's day, yyyy-MM-dd. */
  today: () => string
  take: (lot: Lot, signal: AbortSignal) => Promise<Taken>
  onFull: () => void
  onLine: (line: string) => void
  /** In ms. */
  now?: () => number
}

type Waiting = {
  signature: string
  since: number
  taken?: Taken
  /** Why it could not be taken or moved when this was tried last. */
  problem: string
}

/**
 * Watches a folder into which programs of machines export: what has not grown for a while is taken, then moved into a folder of ours beside
 * it. Nothing is deleted or replaced. It is looked at again and again, because shares of a network do not tell of changes. What a power
 * cut interrupts is taken once more, which changes nothing.
 */
export function watchFolder(options: Options): { close(): Promise<void> } {
  const { root, times, today, take, onFull, onLine, now = Date.now } = options
  const closing = new AbortController()
  const waiting = new Map<string, Waiting>()
  /** What is wrong, said once until it is something else. */
  let said = ''

  function say(problem: string): void {
    if (problem !== '' && problem !== said) onLine(problem)
    said = problem
  }

  async function look(): Promise<void> {
    await openFolders(root)
    const lots = await lotsIn(root)
    for (const key of waiting.keys()) if (!lots.has(key)) waiting.delete(key)
    for (const [key, lot] of lots) {
      let known = waiting.get(key)
      if (known?.signature !== lot.signature) {
        known = { signature: lot.signature, since: now(), problem: '' }
        waiting.set(key, known)
      }
      if (now() - known.since < times.quietMs) continue
      known.problem = await takeAway(lot, known).then(
        () => '',
        (error: unknown) => {
          if (error instanceof NoRoom) onFull()
          return error instanceof NoRoom ? '' : messageOf(error)
        },
      )
      if (closing.signal.aborted) return
      known.since = now() + times.againMs - times.quietMs
    }
    const [stuck] = [...waiting].filter(([, { problem }]) => problem !== '')
    say(stuck ? `DICOM_FOLDER: «${stuck[0]}» se queda donde está por ahora: ${stuck[1].problem}` : '')
  }

  async function takeAway(lot: Lot, known: Waiting): Promise<void> {
    known.taken ??= await take(lot, closing.signal)
    // More of it may have come meanwhile.
    if ((await lotOf(root, lot.names, lot.isFolder)).signature === lot.signature)
      await putAway(lot, known.taken)
  }

  async function putAway(lot: Lot, { images, problems }: Taken): Promise<void> {
    for (const name of lot.names) {
      const own = problems.filter(({ path }) => path === name || path.startsWith(`${name}/`))
      const folder = join(root, own.length === 0 ? join(folders.done, today()) : folders.unread)
      await mkdir(folder, { recursive: true })
      const free = await freeName(folder, name, lot.isFolder)
      if (own.length > 0)
        await writeFile(
          join(folder, noteName(free)),
          noteOf(name, lot.isFolder || lot.names.length === 1 ? images : 0, own),
        )
      await rename(join(root, name), join(folder, free))
    }
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      await look().catch((error: unknown) => say(explain(error, root)))
      await pause(times.everyMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const watching = watch()
  return {
    async close() {
      closing.abort()
      await watching
    },
  }
}

/** Makes our own folders below the watched one, which must be there: a share that is away is not made anew. */
async function openFolders(root: string): Promise<void> {
  await access(root, constants.R_OK | constants.W_OK)
  for (const name of Object.values(folders))
    await mkdir(join(root, name)).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
}

const codeOf = (error: unknown) => (error instanceof Error ? Reflect.get(error, 'code') : undefined)

function explain(error: unknown, root: string): string {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return `DICOM_FOLDER: no existe la carpeta ${root}.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `DICOM_FOLDER: no hay permiso para leer y mover lo que hay en ${root}.`
  return `DICOM_FOLDER: no se puede leer ${root}: ${messageOf(error)}`
}

const noteName = (name: string) => `${name}.txt`

/** That name, or with a number behind it, so that neither it nor its note is there yet. */
async function freeName(folder: string, name: string, isFolder: boolean): Promise<string> {
  const { name: stem, ext } = isFolder ? { name, ext: '' } : parse(name)
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${stem} (${count})${ext}`
    const taken = await Promise.all([tried, noteName(tried)].map((one) => isThere(join(folder, one))))
    if (!taken.includes(true)) return tried
  }
}

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )

/** As many as a person reads. */
const mostProblems = 100

/** Why something was not taken, for whoever finds it. */
export function noteOf(name: string, images: number, problems: Taken['problems']): string {
  const rest = problems.length - mostProblems
  const received = images === 1 ? 'Se recibió 1 imagen.' : `Se recibieron ${images} imágenes.`
  return [
    images === 0
      ? `No se recibió nada de «${name}».`
      : `No se pudo leer todo lo que hay en «${name}». ${received}`,
    '',
    ...problems.slice(0, mostProblems).map(({ path, why }) => `${path}: ${why}`),
    ...(rest > 0 ? [`Y ${rest} más.`] : []),
    '',
    'Corrige o exporta de nuevo lo que falta y déjalo otra vez en la carpeta vigilada. Lo que ya se recibió no se repite.',
    '',
  ].join('\n')
}
