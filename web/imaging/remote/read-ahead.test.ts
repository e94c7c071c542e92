// @vitest-environment node
import { afterEach, describe, expect, it } from 'vitest'
import { type RangeServer, startRangeServer } from '#tools/imaging/range-server.ts'
import type { Clock } from './clock.ts'
import type { Piece } from './pieces.ts'
import { createRemoteFile } from './remote-file.ts'

// Real connections, on machines that do other things besides.
const kilobyte = 1024
const megabyte = 1024 * kilobyte
const bytesOf = (length: number) =>
  Uint8Array.from({ length }, (_, at) => (at * 7 + Math.floor(at / kilobyte) * 31) & 255)
const file50 = bytesOf(50 * megabyte)

/** So many files of an archive, one after the other with their headers. */
const row = (count: number, bytes: number): Piece[] =>
  Array.from({ length: count }, (_, at) => [at * (bytes + 100) + 100, (at + 1) * (bytes + 100)])

let server: RangeServer
afterEach(() => server.stop())

async function remote(answer?: Parameters<typeof startRangeServer>[1], tick = 0) {
  server = await startRangeServer(file50, answer)
  let ms = 0
  const clock: Clock = {
    now: () => {
      ms += tick
      return ms
    },
    wait: async () => {},
  }
  const { size, address } = server
  return createRemoteFile({ size, etag: null, address }, clock)
}

const same = (one: Uint8Array, [from, to]: Piece) => Buffer.compare(one, file50.subarray(from, to)) === 0

describe('what is asked for ahead', () => {
  it.each([
    ['up', (pieces: Piece[]) => pieces],
    ['down', (pieces: Piece[]) => pieces.toReversed()],
  ])('comes with few requests where it lies together, each byte once: from there %s', async (_, order) => {
    const file = await remote()
    const pieces = order(row(80, 300 * kilobyte))
    file.ahead(pieces)
    for (const piece of pieces) expect(same(await file.read(...piece), piece)).toBe(true)
    // 23.4 MB in pieces of at most 4 MB.
    expect(server.ranges).toHaveLength(7)
    expect(server.bytes).toBeLessThan(80 * (300 * kilobyte + 100))
  })

  it('comes in its own order, four requests at once', async () => {
    let open = () => {}
    const four = new Promise<void>((resolve) => {
      open = resolve
    })
    const file = await remote(async (_request, stored) => {
      if (server.active === 4) open()
      await four
      return stored()
    })
    const pieces = row(80, 300 * kilobyte).filter((_, at) => at % 8 === 0)
    file.ahead(pieces)
    for (const piece of pieces) expect(same(await file.read(...piece), piece)).toBe(true)
    expect([server.ranges.length, server.mostActive]).toEqual([10, 4])
    expect(server.bytes).toBe(10 * 300 * kilobyte)
  })

  it('is for the first who reads it; another has bytes of its own', async () => {
    const file = await remote()
    const piece: Piece = [100, 100 + megabyte]
    file.ahead([piece])
    const [one, other] = await Promise.all([file.read(...piece), file.read(...piece)])
    expect([same(one, piece), same(other, piece)]).toEqual([true, true])
    expect(one.buffer).not.toBe(other.buffer)
  })

  it('waits until 16 MB were read', async () => {
    const file = await remote()
    const pieces = row(45, megabyte)
    file.ahead(pieces)
    await file.read(...(pieces[0] ?? [0, 0]))
    // Three together are below 4 MB; five such requests, and a sixth is too much.
    await expect.poll(() => [server.ranges.length, server.active]).toEqual([5, 0])
    for (const piece of pieces.slice(1)) expect(same(await file.read(...piece), piece)).toBe(true)
    expect(server.ranges).toHaveLength(15)
  })

  it('is not asked for where it is kept already, and no request is below 64 KB', async () => {
    const file = await remote()
    await file.read(0, 10)
    file.ahead([
      [500, 9000],
      [megabyte, megabyte + 50],
    ])
    expect(same(await file.read(500, 9000), [500, 9000])).toBe(true)
    expect(same(await file.read(megabyte, megabyte + 50), [megabyte, megabyte + 50])).toBe(true)
    expect(server.ranges.slice(1)).toEqual([`bytes=${megabyte}-${megabyte + 64 * kilobyte - 1}`])
  })

  it('that was stopped keeps what came, and asks only for the rest', async () => {
    const file = await remote()
    const pieces = row(40, megabyte)
    file.ahead(pieces)
    for (const piece of pieces.slice(0, 16)) await file.read(...piece)
    file.stop()
    await expect.poll(() => server.active).toBe(0)
    const before = server.ranges.length
    await expect(file.read(...(pieces[39] ?? [0, 0]))).resolves.toHaveLength(megabyte)
    file.ahead(pieces.slice(16))
    for (const piece of pieces.slice(16, 39)) expect(same(await file.read(...piece), piece)).toBe(true)
    expect(server.ranges.length).toBeGreaterThan(before)
  })

  it('that cannot be had is said to whoever reads it, and can be asked for again', async () => {
    const file = await remote(async (_request, stored, at) => {
      if (at > 8) return stored()
      server.cut()
      return new Response()
    })
    const pieces = row(30, 2 * megabyte).filter((_, at) => at % 4 === 0)
    file.ahead(pieces)
    const read = await Promise.allSettled(pieces.slice(0, 2).map((piece) => file.read(...piece)))
    expect(read.map((one) => one.status === 'rejected' && one.reason.kind)).toEqual([
      'unreachable',
      'unreachable',
    ])
    file.ahead(pieces)
    const [first = [0, 0]] = pieces
    await expect
      .poll(() =>
        file.read(...first).then(
          (bytes) => same(bytes, first),
          () => false,
        ),
      )
      .toBe(true)
  })

  it('is not read on where the file is another', async () => {
    const file = await remote(async (_request, stored, at) =>
      at < 3 ? stored() : new Response(null, { status: 416 }),
    )
    const pieces = row(20, 2 * megabyte).filter((_, at) => at % 2 === 0)
    file.ahead(pieces)
    const read = await Promise.allSettled(pieces.map((piece) => file.read(...piece)))
    expect(read.some((one) => one.status === 'rejected' && one.reason.kind === 'changed')).toBe(true)
    await expect(file.read(...(pieces[0] ?? [0, 0]))).rejects.toMatchObject({ kind: 'changed' })
  })

  it.each([
    ['quick', 100, true],
    ['slow', 2_000, false],
  ])('shows by its first 2 MB whether the connection is %s', async (_, tick, quick) => {
    const file = await remote(undefined, tick)
    expect(file.quick()).toBe(false)
    const pieces = row(4, megabyte)
    file.ahead(pieces)
    for (const piece of pieces) await file.read(...piece)
    expect(file.quick()).toBe(quick)
  })
})
