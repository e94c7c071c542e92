import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { Fault } from '#server/base/fault.ts'
import { requireShallowValue } from '#server/db/nesting.ts'
import { fitsType, HEAD_BYTES, type Sample } from './content.ts'
import { requireDiskSpace, WEIGH_EVERY_BYTES } from './disk-space.ts'
import { bareType } from './disposition.ts'
import { invalidRequest, tooLarge, unknownOptions } from './fault.ts'

/** A received file, already synced to disk. */
export type Received = {
  size: number
  sha256: string
  contentType: string
  cacheControl: string
  userMetadata: Record<string, unknown> | null
}

export type Limits = { fileSize: number | null; mimeTypes: string[] | null }

type Saved = Sample & { sha256: string }

/** Room for the other parts of a multipart body. */
const FORM_OVERHEAD = 128 * 1024
const METADATA_LIMIT = 64 * 1024
/** The fields that storage-js sends beside the file. */
const formFields = ['cacheControl', 'metadata']

/**
 * Streams an upload's body to a new file at `path`, raw or as a form whose first file is taken; never more than
 * a chunk is in memory. A file that does not match its type is kept as plain bytes, or refused where the bucket
 * accepts only certain types. Throws a Fault (413 too large, 415 wrong type, 507 no room, 400 broken or
 * incomplete body) and may leave a partial file, which the caller removes.
 */
export async function receive(request: Request, path: string, limits: Limits): Promise<Received> {
  const contentType = request.headers.get('content-type') ?? 'application/octet-stream'
  const multipart = bareType(contentType) === 'multipart/form-data'
  const declared = declaredLength(request)
  if (limits.fileSize !== null && declared !== null) {
    if (declared > limits.fileSize + (multipart ? FORM_OVERHEAD : 0)) throw tooLarge()
  }
  await requireDiskSpace(dirname(path), declared ?? 0)
  return multipart
    ? receiveForm(request, contentType, path, limits)
    : receiveRaw(request, contentType, path, limits, declared)
}

async function receiveRaw(
  request: Request,
  contentType: string,
  path: string,
  limits: Limits,
  declared: number | null,
): Promise<Received> {
  checkType(contentType, limits.mimeTypes)
  const saved = await save(chunksOf(request), path, limits.fileSize)
  if (declared !== null && saved.size !== declared) throw broken()
  const encoded = request.headers.get('x-metadata')
  return {
    size: saved.size,
    sha256: saved.sha256,
    contentType: checkedType(contentType, saved, limits.mimeTypes),
    cacheControl: request.headers.get('cache-control') ?? 'no-cache',
    userMetadata: encoded === null ? null : parseMetadata(Buffer.from(encoded, 'base64').toString('utf8')),
  }
}

async function receiveForm(
  request: Request,
  contentType: string,
  path: string,
  limits: Limits,
): Promise<Received> {
  const fields = new Map<string, string>()
  let file: { type: string; stream: Readable; saved: Promise<Saved> } | undefined
  const parser = openParser(contentType)
  parser.on('field', (name, value, _nameCut, cut) => {
    if (cut) parser.destroy(invalidRequest(`The field ${name} is too long`))
    else if (!formFields.includes(name)) parser.destroy(unknownOptions([name]))
    else fields.set(name, value)
  })
  parser.on('file', (_field, stream, _name, _encoding, type) => {
    const saved = Promise.resolve().then(() => {
      checkType(type, limits.mimeTypes)
      return save(stream, path, limits.fileSize)
    })
    const stop = (error: unknown) => parser.destroy(error instanceof Error ? error : undefined)
    stream.on('error', stop)
    saved.catch(stop)
    file = { type, stream, saved }
  })
  try {
    await pipeline(Readable.from(chunksOf(request), { objectMode: false }), parser)
  } catch (error) {
    file?.stream.destroy()
    // The reason why the file was not saved says more than the parser error it caused.
    const reason = await file?.saved.then(
      () => error,
      (failure: unknown) => failure,
    )
    if (reason instanceof Fault || isOfDisk(reason)) throw reason
    throw error instanceof Fault ? error : broken()
  }
  if (!file) throw invalidRequest('No content provided')
  const metadata = fields.get('metadata')
  const saved = await file.saved
  return {
    size: saved.size,
    sha256: saved.sha256,
    contentType: checkedType(file.type, saved, limits.mimeTypes),
    cacheControl: cacheControlOf(fields.get('cacheControl')),
    userMetadata: metadata === undefined ? null : parseMetadata(metadata),
  }
}

function openParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: {
        files: 1,
        fields: 8,
        parts: 9,
        fieldSize: METADATA_LIMIT,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
  } catch {
    throw invalidRequest('The form has no boundary')
  }
}

/** Writes and hashes the bytes as they arrive; returns once they would survive a power cut. */
async function save(source: AsyncIterable<Uint8Array>, path: string, limit: number | null): Promise<Saved> {
  const hash = createHash('sha256')
  let size = 0
  let weighAt = WEIGH_EVERY_BYTES
  let head = Buffer.alloc(0)
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of source) {
      size += chunk.byteLength
      if (limit !== null && size > limit) throw tooLarge()
      if (size >= weighAt) {
        await requireDiskSpace(dirname(path), 0)
        weighAt = size + WEIGH_EVERY_BYTES
      }
      hash.update(chunk)
      if (head.byteLength < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { size, head, sha256: hash.digest('hex') }
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) return
  try {
    yield* request.body
  } catch {
    throw broken()
  }
}

const broken = () => invalidRequest('The upload is broken or incomplete')

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}

function declaredLength(request: Request): number | null {
  const header = request.headers.get('content-length')
  return header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null
}

/** Checks the bucket's `allowed_mime_types`: whole types, or a family such as `image/*`. */
export function checkType(contentType: string, allowed: string[] | null): void {
  if (allowed === null || allowed.length === 0) return
  const type = bareType(contentType)
  const fits = allowed.some((entry) => {
    const wanted = entry.trim().toLowerCase()
    if (wanted === '*/*' || wanted === type) return true
    return wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1))
  })
  if (!fits) throw new Fault(415, 'invalid_mime_type', `mime type ${type} is not supported`)
}

/**
 * The declared type if the bytes match it. If not, buckets for certain types refuse the file; others keep it as
 * plain bytes.
 */
export function checkedType(declared: string, saved: Saved, allowed: string[] | null): string {
  const type = bareType(declared)
  if (fitsType(type, saved)) return declared
  if (allowed === null || allowed.length === 0) return 'application/octet-stream'
  throw new Fault(415, 'invalid_mime_type', `The file is not of its type ${type}`)
}

/** Seconds as storage-js sends them, as the stored header. */
export function cacheControlOf(field: string | undefined): string {
  return field !== undefined && /^\d{1,9}$/.test(field) ? `max-age=${field}` : 'no-cache'
}

/**
 * Parses metadata that a client stores with an object. Throws a Fault (400) for anything but a small, shallow JSON object.
 */
export function parseMetadata(text: string): Record<string, unknown> {
  if (text.length > METADATA_LIMIT) throw invalidRequest('The metadata is too long')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      requireShallowValue(value)
      return { ...value }
    }
  } catch {}
  throw invalidRequest('The metadata is not a JSON object, or too deep')
}
