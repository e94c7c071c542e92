import { letGo } from '#web/imaging/let-go.ts'
import { ImagingError } from '#web/imaging/types.ts'

/** The most that a deflated file may become: 100 times its own size, at least 64 and at most 512 MiB. */
const mostBytes = 1 << 29
const always = 1 << 26
const mostRatio = 100
const step = 1 << 16

/**
 * Inflates raw deflate (PS3.5 A.5) as far as it goes: what is cut short gives what came before the cut, and what follows the end
 * (padding of a sector, a signature) counts for nothing.
 * @throws ImagingError too_large
 */
export async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  let found = await inflateSteps(bytes, [])
  // An error drops what was not fetched yet of its step: again, with the step that failed in smaller ones.
  for (const fine of [256, 1]) {
    const failed = found.failed
    if (failed === undefined || failed.to - failed.from <= fine) continue
    found = await inflateSteps(bytes, [...found.finer, { ...failed, step: fine }])
  }
  return found.all
}

type Finer = { from: number; to: number; step: number }

async function inflateSteps(bytes: Uint8Array<ArrayBuffer>, finer: Finer[]) {
  const stream = new DecompressionStream('deflate-raw')
  const chunks: Uint8Array[] = []
  const most = Math.min(mostBytes, Math.max(always, bytes.length * mostRatio))
  let total = 0
  const reading = collect(stream.readable, (chunk) => {
    total += chunk.length
    if (total > most) throw new ImagingError('too_large', 'inflates to more than is held')
    chunks.push(chunk)
  })
  const stepAt = (at: number) => finer.findLast(({ from, to }) => at >= from && at < to)?.step ?? step
  const [failed] = await Promise.all([feed(stream.writable, bytes, stepAt), reading])
  const all = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
    letGo(chunk)
  }
  return { all, failed, finer }
}

/** In steps; where one fails, that. What came out before it counts, and the reader of the data set sees what is missing. */
async function feed(
  writable: WritableStream<BufferSource>,
  bytes: Uint8Array<ArrayBuffer>,
  stepAt: (at: number) => number,
): Promise<{ from: number; to: number } | undefined> {
  const writer = writable.getWriter()
  writer.closed.catch(() => {})
  let [from, to] = [0, 0]
  try {
    for (; from < bytes.length; from = to) {
      to = Math.min(from + stepAt(from), bytes.length)
      await writer.write(bytes.subarray(from, to))
      await writer.ready
    }
    await writer.close()
    return undefined
  } catch {
    return from < to ? { from, to } : undefined
  }
}

async function collect(
  readable: ReadableStream<Uint8Array>,
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  const reader = readable.getReader()
  for (;;) {
    const next = await reader.read().catch(() => undefined)
    if (!next || next.done) return
    try {
      take(next.value)
    } catch (error) {
      await reader.cancel().catch(() => {})
      throw error
    }
  }
}
