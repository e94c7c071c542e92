import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { type Contract, ContractFault } from './contract.ts'

/** Hosted storage requires pieces of exactly this size, except the last. */
const pieceBytes = 6 * 1024 * 1024

type Place = { path: string; file: string; signal: AbortSignal; pause: (tried: number) => Promise<void> }

/**
 * Uploads a file to `path` in the bucket of studies by the resumable protocol (TUS). What breaks off is continued after a pause as long as
 * the backend knows the upload; throws a ContractFault when it refuses.
 */
export async function uploadFile(
  { url, keys, fetch }: Contract,
  { path, file, signal, pause }: Place,
): Promise<void> {
  const endpoint = `${url}/storage/v1/upload/resumable`

  async function ask(
    address: string,
    method: string,
    headers: Record<string, string>,
    body?: ReadableStream,
  ) {
    const response = await fetch(address, {
      method,
      headers: { ...keys, 'tus-resumable': '1.0.0', ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(120_000)]),
      ...(body && { body, duplex: 'half' as const }),
    }).catch(() => {
      throw new ContractFault(0, 'El servidor no contesta.')
    })
    const text = await response.text().catch(() => '')
    if (!response.ok)
      throw new ContractFault(response.status, text || `El servidor respondió ${response.status}.`)
    return response
  }

  const { size } = await stat(file)
  const created = await ask(endpoint, 'POST', {
    'upload-length': String(size),
    'upload-metadata': metadata({
      bucketName: 'study_files',
      objectName: path,
      contentType: 'application/zip',
      cacheControl: '3600',
    }),
    'x-upsert': 'false',
  })
  const location = created.headers.get('location')
  if (!location) throw new ContractFault(created.status, 'El servidor no dio lugar al archivo.')
  // A proxy may not know how we are reached; the address where it began does.
  const { pathname, search } = new URL(location, endpoint)
  const address = new URL(pathname + search, endpoint).href

  let tried = 0
  for (let at = 0; at < size; ) {
    try {
      if (tried > 0) at = offsetOf(await ask(address, 'HEAD', {}))
      if (at >= size) break
      const length = Math.min(pieceBytes, size - at)
      const headers = {
        ...{ 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
        // Without it the piece would be sent in chunks, which storage need not take.
        'content-length': String(length),
      }
      // As a whole in memory it would be there three times over.
      const piece = createReadStream(file, { start: at, end: at + length - 1 })
      at = offsetOf(await ask(address, 'PATCH', headers, Readable.toWeb(piece) as ReadableStream))
      tried = 0
    } catch (error) {
      const isOver =
        !(error instanceof ContractFault) ||
        (error.status >= 400 && error.status < 500 && error.status !== 429)
      if (isOver || signal.aborted) {
        await ask(address, 'DELETE', {}).catch(() => {})
        throw error
      }
      tried += 1
      await pause(tried)
    }
  }
}

function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

function offsetOf(response: Response): number {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN)
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new ContractFault(502, 'El servidor no dijo cuánto tiene.')
  return offset
}
