// @vitest-environment node
import { afterEach, describe, expect, it } from 'vitest'
import { type RangeServer, startRangeServer } from '#tools/imaging/range-server.ts'
import type { Clock } from './clock.ts'
import { createRemoteFile } from './remote-file.ts'

// Real connections, on machines that do other things besides.
const kilobyte = 1024
const megabyte = 1024 * kilobyte
const block = 256 * kilobyte

/** Bytes of which each block is another. */
const bytesOf = (length: number, more = 0) =>
  Uint8Array.from({ length }, (_, at) => (at * 7 + Math.floor(at / block) * 31 + more) & 255)
const ten = bytesOf(10 * megabyte + 1000)

let server: RangeServer
afterEach(() => server.stop())

/** Pauses that are over at once. */
function testClock() {
  const pauses: number[] = []
  const clock: Clock & { ms: number; pauses: number[] } = {
    ms: 0,
    pauses,
    now: () => clock.ms,
    wait: async (ms) => {
      pauses.push(ms)
    },
  }
  return clock
}

async function remote(bytes: Uint8Array, answer?: Parameters<typeof startRangeServer>[1]) {
  server = await startRangeServer(bytes, answer)
  const clock = testClock()
  const { size, address } = server
  return { clock, file: createRemoteFile({ size, etag: null, address }, clock) }
}

const same = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/** Sends so many bytes of an answer, and then nothing more until the other side is gone. */
function stalling(bytes: number) {
  const gone = new Set<number>()
  const answer: Parameters<typeof startRangeServer>[1] = async (_request, stored, at) => {
    const response = await stored()
    if (at > 1) return response
    const reader = response.body?.getReader()
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent >= bytes) return new Promise(() => {})
        const { value } = (await reader?.read()) ?? {}
        if (!value) return controller.close()
        sent += value.length
        controller.enqueue(value)
      },
      async cancel() {
        gone.add(at)
        await reader?.cancel()
      },
    })
    return new Response(body, response)
  }
  return { answer, gone }
}

describe('a file that is read in parts', () => {
  it('is asked for in blocks of 256 KB, neighbours together, and never twice', async () => {
    const { file } = await remote(ten)
    expect(same(await file.read(block + 5, block + 90), ten.subarray(block + 5, block + 90))).toBe(true)
    expect(same(await file.read(100, 4 * block), ten.subarray(100, 4 * block))).toBe(true)
    const end = await file.read(ten.length - 10, ten.length + 50)
    expect(same(end, ten.subarray(-10))).toBe(true)
    const ranges = [
      [block, 2 * block],
      [0, block],
      [2 * block, 4 * block],
      [40 * block, ten.length],
    ]
    expect(server.ranges).toEqual(ranges.map(([from = 0, to = 0]) => `bytes=${from}-${to - 1}`))
    expect(await file.read(50, 50)).toHaveLength(0)
  })

  it('asks for at most 8 MB at once, and for nothing below 64 KB but the end', async () => {
    const { file } = await remote(ten)
    expect(same(await file.read(0, ten.length), ten)).toBe(true)
    expect(server.ranges.toSorted()).toEqual([
      `bytes=0-${8 * megabyte - 1}`,
      `bytes=${8 * megabyte}-${ten.length - 1}`,
    ])
  })

  it('has four requests at once and no more', async () => {
    let open = () => {}
    const four = new Promise<void>((resolve) => {
      open = resolve
    })
    const { file } = await remote(ten, async (_request, stored) => {
      if (server.active === 4) open()
      await four
      return stored()
    })
    await Promise.all(Array.from({ length: 12 }, (_, at) => file.read(at * 3 * block, at * 3 * block + 9)))
    expect([server.ranges.length, server.mostActive]).toEqual([12, 4])
  })

  it('asks once for what two are waiting for', async () => {
    const { file } = await remote(ten)
    const read = await Promise.all([file.read(0, 900), file.read(20, 40), file.read(10, 2 * block)])
    expect(read.map(({ length }) => length)).toEqual([900, 20, 2 * block - 10])
    expect(server.ranges).toHaveLength(2)
  })

  it('keeps 32 MB, the last that were read', async () => {
    const { file } = await remote(new Uint8Array(40 * megabyte))
    for (let at = 0; at < 40; at += 4) await file.read(at * megabyte, (at + 4) * megabyte)
    const before = server.ranges.length
    await file.read(39 * megabyte, 40 * megabyte)
    await file.read(10 * megabyte, 11 * megabyte)
    expect(server.ranges).toHaveLength(before)
    // Read again just now, and so kept longer than its neighbours.
    await file.read(0, 4 * megabyte)
    await file.read(10 * megabyte, 11 * megabyte)
    expect(server.ranges).toHaveLength(before + 1)
    await file.read(9 * megabyte, 9 * megabyte + 5)
    expect(server.ranges).toHaveLength(before + 2)
  })
})

describe('its address', () => {
  it('is renewed after 45 s, once for all who wait', async () => {
    const { file, clock } = await remote(ten)
    await file.read(0, 5)
    clock.ms = 44_999
    await file.read(block, block + 5)
    expect(server.addresses).toBe(1)
    clock.ms = 45_000
    await Promise.all([4, 8, 12, 16, 20].map((at) => file.read(at * block, at * block + 5)))
    expect(server.addresses).toBe(2)
  })

  it.each([400, 401])('that is refused with %i is renewed and tried once', async (status) => {
    const { file } = await remote(ten, async ({ url }, stored) =>
      url.endsWith('/1') ? new Response(null, { status }) : stored(),
    )
    await Promise.all([0, 4, 8].map((at) => file.read(at * block, at * block + 5)))
    expect(server.addresses).toBe(2)
  })

  it('that is refused again ends it', async () => {
    const { file, clock } = await remote(ten, async () => new Response(null, { status: 401 }))
    await expect(file.read(0, 5)).rejects.toMatchObject({ kind: 'refused' })
    await expect(file.read(0, 5)).rejects.toMatchObject({ kind: 'refused' })
    expect([server.addresses, server.ranges.length, clock.pauses]).toEqual([2, 2, []])
  })
})

describe('without a connection', () => {
  /** Breaks the connection of the first so many requests. */
  const breaking =
    (times: number): Parameters<typeof startRangeServer>[1] =>
    async (_request, stored, at) => {
      if (at > times) return stored()
      server.cut()
      return new Response()
    }

  it('it tries again after 0.5, 1 and 2 s', async () => {
    const { file, clock } = await remote(ten, breaking(3))
    expect(same(await file.read(0, 5), ten.subarray(0, 5))).toBe(true)
    expect(clock.pauses).toEqual([500, 1000, 2000])
  })

  it('it says so, and goes on when it is asked again', async () => {
    const { file } = await remote(ten, breaking(4))
    await expect(file.read(0, 5)).rejects.toMatchObject({ kind: 'unreachable', problem: 'not_loaded' })
    expect(same(await file.read(0, 5), ten.subarray(0, 5))).toBe(true)
  })

  it('that breaks in the middle, it goes on after the last whole block', async () => {
    const { answer } = stalling(4 * block)
    const { file } = await remote(ten, answer)
    const whole = file.read(0, 4 * megabyte)
    // These have come by then.
    await file.read(0, 4 * block)
    server.cut()
    expect(same(await whole, ten.subarray(0, 4 * megabyte))).toBe(true)
    expect(server.ranges).toEqual([`bytes=0-${4 * megabyte - 1}`, `bytes=${4 * block}-${4 * megabyte - 1}`])
  })

  it.each([429, 503])('a server that answers %i is asked again', async (status) => {
    const { file, clock } = await remote(ten, async (_request, stored, at) =>
      at === 1 ? new Response(null, { status }) : stored(),
    )
    await file.read(0, 5)
    expect(clock.pauses).toEqual([500])
  })
})

describe('nothing of two versions is mixed', () => {
  const changing =
    (headers: Record<string, string>, status = 206): Parameters<typeof startRangeServer>[1] =>
    async (_request, stored, at) => {
      const response = await stored()
      if (at === 1) return response
      const changed = new Headers(response.headers)
      for (const [name, value] of Object.entries(headers)) changed.set(name, value)
      if (status < 300 && status !== 204) return new Response(response.body, { status, headers: changed })
      await response.body?.cancel()
      return new Response(null, { status, headers: changed })
    }

  it.each<[string, string, Parameters<typeof startRangeServer>[1]]>([
    ['a whole file in answer to a range', 'whole', changing({}, 200)],
    ['the whole of another version', 'changed', changing({ etag: '"2"' }, 200)],
    ['a range of another version', 'changed', changing({ etag: '"2"' })],
    ['a range of a file of another size', 'changed', changing({ 'content-range': 'bytes 0-1/7' })],
    ['another range', 'whole', changing({ 'content-range': `bytes 5-9/${ten.length}` })],
    ['that the range is outside', 'changed', changing({}, 416)],
    ['that it is not there', 'refused', changing({}, 404)],
    ['nothing', 'whole', changing({}, 204)],
  ])('%s ends it as %s', async (_, kind, answer) => {
    const { file, clock } = await remote(ten, answer)
    await file.read(0, 5)
    await expect(file.read(3 * block, 3 * block + 5)).rejects.toMatchObject({ kind, problem: 'not_loaded' })
    // Also what was there before.
    await expect(file.read(0, 5)).rejects.toMatchObject({ kind })
    expect([server.ranges.length, clock.pauses]).toEqual([2, []])
  })

  it.each([
    ['shorter', -10],
    ['longer', 10],
  ])('an answer that is %s than asked for ends it', async (_, more) => {
    const { file } = await remote(
      ten,
      async () => new Response(new Uint8Array(block + more), { status: 206 }),
    )
    await expect(file.read(0, 5)).rejects.toMatchObject({ kind: 'whole' })
  })

  it('a file that is replaced while its parts are read is not read on', async () => {
    const { file } = await remote(ten)
    await file.read(0, 5)
    await server.replace(bytesOf(ten.length, 1))
    const reads = [4, 8, 12, 16, 20, 24].map((at) => file.read(at * block, at * block + 5))
    const kinds = (await Promise.allSettled(reads)).map((one) => one.status === 'rejected' && one.reason.kind)
    expect(kinds).toEqual(Array(6).fill('changed'))
  })

  it('an origin that shows neither ETag nor range is read all the same', async () => {
    const { file } = await remote(ten, async (_request, stored) => {
      const response = await stored()
      const headers = new Headers(response.headers)
      for (const name of ['etag', 'content-range', 'content-length']) headers.delete(name)
      return new Response(response.body, { status: response.status, headers })
    })
    expect(same(await file.read(0, ten.length), ten)).toBe(true)
  })
})

describe('cancelled', () => {
  it('it ends its requests, keeps what came, and asks then only for what is missing', async () => {
    const { answer, gone } = stalling(10 * block)
    const { file } = await remote(ten, answer)
    const controller = new AbortController()
    const whole = file.read(0, 8 * megabyte, controller.signal)
    // These have come by then.
    await file.read(0, 10 * block)
    controller.abort()
    await expect(whole).rejects.toMatchObject({ problem: 'cancelled' })
    await expect.poll(() => gone.size).toBe(1)
    expect(same(await file.read(0, 8 * megabyte), ten.subarray(0, 8 * megabyte))).toBe(true)
    expect(server.ranges.slice(1)).toEqual([`bytes=${10 * block}-${8 * megabyte - 1}`])
  })

  it('a read does not end what another one waits for', async () => {
    const { file } = await remote(ten)
    const controller = new AbortController()
    const [one, other] = [file.read(0, 500, controller.signal), file.read(100, 200)]
    controller.abort()
    await expect(one).rejects.toMatchObject({ problem: 'cancelled' })
    expect(same(await other, ten.subarray(100, 200))).toBe(true)
    await expect(file.read(0, 5, controller.signal)).rejects.toMatchObject({ problem: 'cancelled' })
  })
})
