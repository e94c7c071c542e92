import type { Reach } from '#web/backend/make-client.ts'

/** Hosted Supabase requires pieces of exactly this size, except the last; so do we. */
export const pieceBytes = 6 * 1024 * 1024

/** What a server answered instead of taking a piece: its status (0 without an answer) and its text. */
export class TusFailure extends Error {
  override name = 'TusFailure'
  readonly status: number

  constructor(status: number, message = '') {
    super(message)
    this.status = status
  }
}

export type PieceSending = { signal: AbortSignal; onSent: (bytes: number) => void }
/** Sends a body with PATCH and returns the headers; `fetch` reports no progress. Throws a TusFailure. */
export type Put = (
  address: string,
  headers: Record<string, string>,
  body: Blob,
  sending: PieceSending,
) => Promise<(name: string) => string | null>

export type Place = { bucket: string; path: string }
export type Tus = ReturnType<typeof createTus>

/** The requests of a TUS upload to Supabase Storage. All throw a TusFailure. */
export function createTus(reach: Reach, put: Put = putWithProgress) {
  const endpoint = reach.at('storage/v1/upload/resumable').href

  async function ask(address: string, init: RequestInit): Promise<Response> {
    const headers = { ...init.headers, 'tus-resumable': '1.0.0' }
    const response = await reach.fetch(address, { ...init, headers }).catch((failure: unknown) => {
      throw new TusFailure(0, failure instanceof Error ? failure.message : '')
    })
    if (!response.ok) throw new TusFailure(response.status, await response.text().catch(() => ''))
    return response
  }

  return {
    /** Starts an upload and returns its address. */
    async create({ bucket, path }: Place, file: Blob, signal: AbortSignal): Promise<string> {
      const metadata = {
        bucketName: bucket,
        objectName: path,
        contentType: file.type || 'application/octet-stream',
        cacheControl: '3600',
      }
      const response = await ask(endpoint, {
        method: 'POST',
        headers: {
          'upload-length': String(file.size),
          'upload-metadata': encode(metadata),
          'x-upsert': 'false',
        },
        signal,
      })
      const location = response.headers.get('location')
      if (!location) throw new TusFailure(response.status, 'No location')
      // A proxy may not know how we are reached; the address where it began does.
      const { pathname, search } = new URL(location, endpoint)
      return new URL(pathname + search, endpoint).href
    },

    /** How many bytes the server has, and what it stores them as. */
    async look(address: string, signal: AbortSignal): Promise<{ offset: number; path: string | null }> {
      const { headers } = await ask(address, { method: 'HEAD', signal })
      return { offset: offsetOf(headers.get('upload-offset')), path: pathIn(headers.get('upload-metadata')) }
    },

    /** Sends a piece and answers how many bytes the server has now. */
    async send(address: string, offset: number, piece: Blob, sending: PieceSending): Promise<number> {
      const header = await put(
        address,
        {
          apikey: reach.anonKey,
          // Renewed by the client when it is about to expire: a long upload outlives several.
          authorization: `Bearer ${await reach.accessToken()}`,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        piece,
        sending,
      )
      return offsetOf(header('upload-offset'))
    },

    async remove(address: string): Promise<void> {
      await ask(address, { method: 'DELETE' })
    },

    /** Whether the file is stored: even a complete upload may have failed in its last step. */
    async isStored({ bucket, path }: Place, signal: AbortSignal): Promise<boolean> {
      const name = path.split('/').map(encodeURIComponent).join('/')
      try {
        await ask(reach.at(`storage/v1/object/info/${bucket}/${name}`).href, { signal })
        return true
      } catch (failure) {
        if (failure instanceof TusFailure && [400, 404].includes(failure.status)) return false
        throw failure
      }
    },
  }
}

/** Base64 of UTF-8, as the protocol wants its metadata. */
function encode(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',')
}

function pathIn(metadata: string | null): string | null {
  const encoded = metadata
    ?.split(',')
    .find((pair) => pair.startsWith('objectName '))
    ?.split(' ')[1]
  if (!encoded) return null
  return new TextDecoder().decode(Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0)))
}

function offsetOf(header: string | null): number {
  const offset = Number(header ?? Number.NaN)
  if (!Number.isSafeInteger(offset) || offset < 0) throw new TusFailure(502, 'No offset')
  return offset
}

const putWithProgress: Put = (address, headers, body, { signal, onSent }) => {
  const request = new XMLHttpRequest()
  request.open('PATCH', address)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded }) => onSent(loaded)
  const stop = () => request.abort()
  signal.addEventListener('abort', stop)
  return new Promise<(name: string) => string | null>((resolve, reject) => {
    request.onload = () =>
      request.status < 300
        ? resolve((name) => request.getResponseHeader(name))
        : reject(new TusFailure(request.status, request.responseText))
    request.onerror = () => reject(new TusFailure(0))
    request.onabort = () => reject(new TusFailure(0, 'aborted'))
    if (signal.aborted) return reject(new TusFailure(0, 'aborted'))
    request.send(body)
  }).finally(() => signal.removeEventListener('abort', stop))
}
