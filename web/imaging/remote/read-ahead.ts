import type { Clock } from './clock.ts'
import type { Piece } from './pieces.ts'
import type { Deliver } from './request-pieces.ts'

/** What is asked for ahead of whoever reads it: 16 MB, by four requests of at most 4 MB and at least 64 KB. */
const most = { atOnce: 4, held: 16 * 1024 ** 2, together: 4 * 1024 ** 2 }
const least = 64 * 1024
/** In an archive a header stands before each file: it is asked for with them, and left out. */
const header = 4096
/** How quick a connection is shows on its first bytes. */
const measured = 2_000_000

type Bytes = Uint8Array<ArrayBuffer>
type Awaited = {
  piece: Piece
  bytes: Promise<Bytes>
  settle: { resolve(bytes: Bytes): void; reject(error: unknown): void }
  state: 'waiting' | 'asked' | 'there'
  taken: boolean
}
type Request = (pieces: readonly Piece[], signal: AbortSignal, deliver: Deliver) => Promise<void>

/** Asks for pieces of a file of `size` bytes in the order in which they will be read, each of them once. */
export function createReadAhead(size: number, request: Request, clock: Clock) {
  const awaited = new Map<number, Awaited>()
  let waiting: Awaited[][] = []
  let controller = new AbortController()
  let running = 0
  /** Bytes that were asked for and not read yet. */
  let held = 0
  let received = 0
  let begun: number | undefined
  let bitsPerSecond = 0

  function send(): void {
    while (running < most.atOnce) {
      const [group] = waiting
      if (!group || (held > 0 && held + bytesOf(group) > most.held)) return
      waiting.shift()
      void ask(group)
    }
  }

  async function ask(group: Awaited[]): Promise<void> {
    running++
    for (const one of group) one.state = 'asked'
    held += bytesOf(group)
    begun ??= clock.now()
    const { signal } = controller
    try {
      await request(padded(group, size), signal, (bytes, [from]) => {
        const one = group.find(({ piece }) => piece[0] === from)
        if (one) deliver(one, bytes)
      })
    } catch (error) {
      // Without a connection the others would fail as well, each after its own tries.
      if (!signal.aborted) drop(error)
    } finally {
      running--
      send()
    }
  }

  function deliver(one: Awaited, bytes: Bytes): void {
    one.state = 'there'
    one.settle.resolve(bytes)
    const before = received
    received += bytes.length
    if (before < measured && received >= measured)
      bitsPerSecond = (received * 8000) / Math.max(1, clock.now() - (begun ?? 0))
  }

  /** Ends all requests; what came is kept, and whoever reads the rest hears of `error`. */
  function drop(error: unknown): void {
    waiting = []
    controller.abort()
    controller = new AbortController()
    for (const [from, one] of awaited) {
      if (one.state === 'there') continue
      if (one.state === 'asked') held -= bytesOf([one])
      awaited.delete(from)
      one.settle.reject(error)
    }
  }

  return {
    /** Pieces that are read next, in that order, after those that were told before. */
    plan(pieces: readonly Piece[]): void {
      const added = pieces.filter(([from, to]) => to > from && !awaited.has(from)).map(awaiting)
      for (const one of added) awaited.set(one.piece[0], one)
      waiting.push(...grouped(added))
      send()
    },
    /** A piece that was planned, to be read once; undefined for any other. */
    take(from: number, to: number): Promise<Bytes> | undefined {
      const one = awaited.get(from)
      if (!one || one.taken || one.piece[1] !== to) return undefined
      one.taken = true
      const group = waiting.find((others) => others.includes(one))
      if (group) {
        // It is wanted now, whatever else is held.
        waiting = waiting.filter((other) => other !== group)
        void ask(group)
      }
      return one.bytes.then((bytes) => {
        if (awaited.delete(from)) held -= to - from
        send()
        return bytes
      })
    },
    drop,
    /** As the first 2 MB showed; 0 before. */
    bitsPerSecond: () => bitsPerSecond,
  }
}

function awaiting(piece: Piece): Awaited {
  let settle: Awaited['settle'] = { resolve: () => {}, reject: () => {} }
  const bytes = new Promise<Bytes>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Who reads it hears of it; perhaps nobody does.
  bytes.catch(() => {})
  return { piece, bytes, settle, state: 'waiting', taken: false }
}

/** Neighbours in the file, where they follow one another in the plan, from the lowest up or from the highest down. */
function grouped(pieces: Awaited[]): Awaited[][] {
  const groups: Awaited[][] = []
  for (const one of pieces) {
    const group = groups.at(-1)
    const [from, to] = group ? spanOf(group) : [0, 0]
    const above = group && isNext(to, one.piece[0]) && one.piece[1] - from <= most.together
    const below = group && isNext(one.piece[1], from) && to - one.piece[0] <= most.together
    if (above) group.push(one)
    else if (below) group.unshift(one)
    else groups.push([one])
  }
  return groups
}

const isNext = (end: number, begin: number) => begin >= end && begin - end <= header

const spanOf = (group: Awaited[]): Piece => [group[0]?.piece[0] ?? 0, group.at(-1)?.piece[1] ?? 0]

function padded(group: Awaited[], size: number): Piece[] {
  const pieces = group.map(({ piece }) => piece)
  const [from, to] = spanOf(group)
  const end = Math.min(size, from + least)
  return end > to ? [...pieces, [to, end]] : pieces
}

const bytesOf = (group: Awaited[]) => group.reduce((sum, { piece }) => sum + piece[1] - piece[0], 0)
