import { stopIfCancelled } from '#web/imaging/problems.ts'
import type { RangedFile } from '#web/imaging/source.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { type Clock, deviceClock } from './clock.ts'
import { blockBytes, type Piece } from './pieces.ts'
import { createReadAhead } from './read-ahead.ts'
import { RemoteError } from './remote-error.ts'
import { createRequests } from './request-pieces.ts'
import { createTurns } from './turns.ts'

/** Blocks that one request brings at most: 8 MB. */
const mostTogether = 32
/** Requests at once; the server gives an account six turns. */
const mostAtOnce = 4
/** Blocks that are kept: 32 MB. */
const mostKept = 128

export type RemoteOptions = {
  /** In bytes, as the study's row says: across origins an answer need not. */
  size: number
  /** The version that is meant; null where it is not known, then that of the first answer. */
  etag: string | null
  /** Asks for an address of the file that lives 60 s. */
  address(): Promise<string>
}

/** From here on the file's own order is quicker than one that shows more at once; bits a second. */
const quickFrom = 20_000_000

export type RemoteFile = RangedFile & {
  /** Asks for pieces before they are read, once each and in the order in which they will be. */
  ahead(pieces: readonly Piece[]): void
  /** Ends what was asked for ahead; what came is kept. */
  stop(): void
  /** Whether what came ahead showed a connection of 20 Mbit/s or more. */
  quick(): boolean
}

/** A request for neighbouring blocks. It ends when nobody waits for it any more. */
type Run = { waiting: number; stop(): void }
type Block = { run: Run; bytes: Promise<Uint8Array>; there: boolean }

/**
 * A file behind an address, read in blocks. Reading throws RemoteError; but for 'unreachable' the file has ended then, and
 * nothing of it is kept, so that no two versions are mixed. A cancelled read ends its requests and keeps the blocks that came.
 */
export function createRemoteFile(
  { size, etag, address }: RemoteOptions,
  clock: Clock = deviceClock,
): RemoteFile {
  const requests = createRequests({ size, etag }, address, clock)
  const inTurn = createTurns(mostAtOnce)
  /** Those that were read longest ago come first. */
  const blocks = new Map<number, Block>()
  let ended: RemoteError | undefined
  const readAhead = createReadAhead(
    size,
    (pieces, signal, deliver) =>
      inTurn(() => requests(pieces, signal, deliver)).catch((error: unknown) => {
        if (error instanceof RemoteError && error.kind !== 'unreachable') end(error)
        throw ended ?? error
      }),
    clock,
  )

  function end(error: RemoteError): void {
    ended ??= error
    for (const { run } of blocks.values()) run.stop()
    blocks.clear()
    readAhead.drop(error)
  }

  /** The bytes of blocks, the last of which may be shorter. */
  const pieceOf = (block: number): Piece => [block * blockBytes, Math.min(size, (block + 1) * blockBytes)]

  function request(first: number, last: number): void {
    const controller = new AbortController()
    const settle = new Map<
      number,
      { resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void }
    >()
    const drop = () => {
      for (const at of settle.keys()) if (blocks.get(at)?.run === run) blocks.delete(at)
    }
    const run: Run = {
      waiting: 0,
      stop() {
        if (settle.size === 0) return
        controller.abort()
        // Whoever asks now asks anew.
        drop()
      },
    }
    for (let at = first; at <= last; at++) {
      const bytes = new Promise<Uint8Array>((resolve, reject) => settle.set(at, { resolve, reject }))
      // Who waits for it hears of it; perhaps nobody does.
      bytes.catch(() => {})
      blocks.set(at, { run, bytes, there: false })
    }
    const pieces = Array.from({ length: last - first + 1 }, (_, at) => pieceOf(first + at))
    const deliver = (bytes: Uint8Array, [from]: Piece) => {
      const at = from / blockBytes
      settle.get(at)?.resolve(bytes)
      settle.delete(at)
      const block = blocks.get(at)
      if (block?.run === run) block.there = true
      forget()
    }
    inTurn(() => requests(pieces, controller.signal, deliver)).catch((error: unknown) => {
      if (error instanceof RemoteError && error.kind !== 'unreachable') end(error)
      drop()
      for (const { reject } of settle.values()) reject(ended ?? error)
    })
  }

  function forget(): void {
    for (const [at, { there }] of blocks) {
      if (blocks.size <= mostKept) return
      if (there) blocks.delete(at)
    }
  }

  /** The blocks of a range, asked for where they are neither there nor coming. */
  function wanted(first: number, last: number): [at: number, Block][] {
    for (let at = first; at <= last; at++) {
      if (blocks.has(at)) continue
      let until = at
      while (until < last && until - at + 1 < mostTogether && !blocks.has(until + 1)) until++
      request(at, until)
      at = until
    }
    const found: [number, Block][] = []
    for (let at = first; at <= last; at++) {
      const block = blocks.get(at)
      if (!block) continue
      blocks.delete(at)
      blocks.set(at, block)
      found.push([at, block])
    }
    return found
  }

  /** Whether all of it is kept already. */
  function isKept([from, to]: Piece): boolean {
    for (let at = Math.floor(from / blockBytes); at * blockBytes < to; at++)
      if (!blocks.get(at)?.there) return false
    return true
  }

  return {
    size,
    ahead(pieces) {
      if (!ended) readAhead.plan(pieces.filter((piece) => !isKept(piece)))
    },
    stop: () => readAhead.drop(new ImagingError('cancelled')),
    quick: () => readAhead.bitsPerSecond() >= quickFrom,
    async read(from, to, signal) {
      stopIfCancelled(signal)
      if (ended) throw ended
      const planned = readAhead.take(from, to)
      if (planned) return whileWaiting(new Set(), signal, planned)
      // A damaged archive points anywhere.
      const result = new Uint8Array(from < 0 ? 0 : Math.max(0, Math.min(size, to) - from))
      if (result.length === 0) return result
      const last = Math.floor((from + result.length - 1) / blockBytes)
      const found = wanted(Math.floor(from / blockBytes), last)
      const copied = found.map(async ([at, { bytes }]) => {
        const [block, begin] = [await bytes, at * blockBytes - from]
        result.set(block.subarray(Math.max(0, -begin), result.length - begin), Math.max(0, begin))
      })
      await whileWaiting(new Set(found.map(([, { run }]) => run)), signal, Promise.all(copied))
      return result
    },
  }
}

async function whileWaiting<Read>(
  runs: ReadonlySet<Run>,
  signal: AbortSignal | undefined,
  work: Promise<Read>,
): Promise<Read> {
  for (const run of runs) run.waiting++
  let cancel = () => {}
  const cancelled = new Promise<never>((_, reject) => {
    cancel = () => reject(new ImagingError('cancelled'))
    signal?.addEventListener('abort', cancel)
  })
  try {
    return await Promise.race([work, cancelled])
  } finally {
    signal?.removeEventListener('abort', cancel)
    for (const run of runs) if (--run.waiting === 0) run.stop()
  }
}
