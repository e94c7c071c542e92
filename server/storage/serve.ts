import type { FileHandle } from 'node:fs/promises'
import { Fault } from '#server/base/fault.ts'
import { type ByteRange, namesTag, parseRange } from './byte-range.ts'
import { servingHeaders } from './disposition.ts'
import { objectMissing } from './fault.ts'
import type { Files } from './files.ts'
import { fileName } from './object-name.ts'
import type { StoredObject } from './objects.ts'

const CHUNK = 256 * 1024

/**
 * Sends an object's bytes as requested: all, a range (206), not modified (304), or without a body (HEAD). A row whose
 * file is missing gives 404 with a code of its own and is logged for the operator.
 */
export async function serveObject(
  request: Request,
  object: StoredObject,
  files: Files,
  download: string | null,
): Promise<Response> {
  const handle = object.version
    ? await files.open({ bucket: object.bucket_id, id: object.id, version: object.version })
    : null
  if (!handle) {
    console.error(`storage: the file of object ${object.id} is missing`)
    throw new Fault(404, 'file_missing', objectMissing().message)
  }
  try {
    const { size } = await handle.stat()
    const tag = textOf(object, 'eTag') ?? `"${object.version}"`
    const headers = new Headers({
      ...servingHeaders(
        textOf(object, 'mimetype') ?? 'application/octet-stream',
        fileName(object.name),
        download,
      ),
      etag: tag,
      'last-modified': new Date(object.updated_at).toUTCString(),
      'accept-ranges': 'bytes',
    })
    if (namesTag(request.headers.get('if-none-match'), tag)) {
      await handle.close()
      return new Response(null, { status: 304, headers })
    }
    const ifRange = request.headers.get('if-range')
    const wanted = ifRange === null || ifRange === tag ? request.headers.get('range') : null
    const range = parseRange(wanted, size)
    if (range === 'unsatisfiable') {
      throw new Fault(416, 'InvalidRange', 'The requested range is not satisfiable', {
        headers: { 'content-range': `bytes */${size}` },
      })
    }
    const part = range ?? { first: 0, last: size - 1 }
    headers.set('content-length', String(part.last - part.first + 1))
    if (range) headers.set('content-range', `bytes ${range.first}-${range.last}/${size}`)
    const status = range ? 206 : 200
    if (request.method === 'HEAD') {
      await handle.close()
      return new Response(null, { status, headers })
    }
    return new Response(streamOf(handle, part), { status, headers })
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Reads only as fast as the client, and closes the file at the end, on an error and when nobody listens. */
function streamOf(handle: FileHandle, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let position = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const wanted = Math.min(CHUNK, last - position + 1)
        if (wanted <= 0) {
          await handle.close()
          controller.close()
          return
        }
        try {
          const { bytesRead, buffer } = await handle.read(new Uint8Array(wanted), 0, wanted, position)
          if (bytesRead === 0) throw new Error('The file is shorter than it was')
          position += bytesRead
          controller.enqueue(buffer.subarray(0, bytesRead))
        } catch (error) {
          await handle.close()
          throw error
        }
      },
      cancel: () => handle.close(),
    },
    { highWaterMark: 0 },
  )
}

function textOf(object: StoredObject, name: string): string | undefined {
  const value = object.metadata?.[name]
  return typeof value === 'string' ? value : undefined
}
