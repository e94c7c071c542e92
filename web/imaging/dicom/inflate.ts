import { ImagingError } from '#web/imaging/types.ts'

/** The most that a deflated file may become: 100 times its own size, at least 64 and at most 512 MiB. */
const mostBytes = 1 << 29
const always = 1 << 26
const mostRatio = 100
const step = 1 << 16

/**
 * Inflates raw deflate (PS3.5 A.5) as far as it goes: what is cut short gives what came before the cut.
 * @throws ImagingError too_large
 */
export async function inflate(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new DecompressionStream('deflate-raw')
  const chunks: Uint8Array[] = []
  const most = Math.min(mostBytes, Math.max(always, bytes.length * mostRatio))
  let total = 0
  const reading = collect(stream.readable, (chunk) => {
    total += chunk.length
    if (total > most) throw new ImagingError('too_large', 'inflates to more than is held')
    chunks.push(chunk)
  })
  await Promise.all([feed(stream.writable, bytes), reading])
  const all = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}

/** In steps, because an error drops what was not fetched yet; the last byte alone, because it may be padding. */
async function feed(writable: WritableStream<BufferSource>, bytes: Uint8Array): Promise<void> {
  const writer = writable.getWriter()
  writer.closed.catch(() => {})
  try {
    for (let at = 0; at < bytes.length; ) {
      const end =
        at + step < bytes.length - 1 ? at + step : at < bytes.length - 1 ? bytes.length - 1 : bytes.length
      await writer.write(new Uint8Array(bytes.subarray(at, end)))
      await writer.ready
      at = end
    }
    await writer.close()
  } catch {
    // Cut short or damaged: what came out before it counts, and the reader of the data set sees what is missing.
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
