import { randomBytes, randomUUID } from 'node:crypto'
import { DataStore, ERRORS, Server, Upload as TusUpload } from '@tus/server'
import type { Caller, Database } from '#server/base/database.ts'
import { storageLimits } from '#server/base/numbers.ts'
import type { Identity } from '#server/identity.ts'
import { bareType } from './disposition.ts'
import {
  faultText,
  invalidRequest,
  overLargest,
  toFault,
  tooLarge,
  tooManyUnfinished,
  unknownOptions,
} from './fault.ts'
import type { Files } from './files.ts'
import { findBucket, findObject, metadataOf, ownerOf } from './objects.ts'
import { cacheControlOf, checkedType, checkType, parseMetadata } from './receive.ts'
import { createResumableFiles, type Facts } from './resumable-files.ts'
import { createLocker } from './resumable-lock.ts'
import { checkTarget } from './route.ts'
import { askPolicies, commit } from './uploads.ts'

/** How long a writer whose connection was lost may still save what it received, in ms. */
const DRAIN_MS = 500

const path = '/storage/v1/upload/resumable'

type Deps = { database: Database; files: Files; folder: string; now: () => Date }

/**
 * TUS uploads as in hosted Supabase Storage: created, sent in pieces, continued after a lost connection or a restart,
 * deleted. The policies run as the caller at creation, for every piece and when the row is written. The id is unguessable
 * and works only for the account that created it. A finished upload is stored by the same commit as a plain one.
 */
export function createResumable({ database, files, folder, now }: Deps) {
  const parts = createResumableFiles(folder)
  const locker = createLocker()
  const finishing = new Map<string, Promise<void>>()
  let creating: Promise<unknown> = Promise.resolve()

  const uploadOf = ({ bucket, name, upsert }: Facts, caller: Caller) => ({ bucket, name, upsert, ...caller })

  /** The facts of the caller's own upload. Anybody else's is reported as missing. */
  async function own(id: string, caller: Caller): Promise<Facts> {
    const facts = await parts.read(id)
    if (!facts || facts.owner !== ownerKey(caller.identity)) throw ERRORS.FILE_NOT_FOUND
    if (now().getTime() - Date.parse(facts.created) > storageLimits.unfinishedMs)
      throw ERRORS.FILE_NO_LONGER_EXISTS
    return facts
  }

  /** Throws unless the caller may still store this upload or, once stored, see its object. */
  async function stillAllowed(id: string, caller: Caller): Promise<void> {
    const facts = await own(id, caller)
    if ((await parts.arrived(id)) !== null) return askPolicies(database, uploadOf(facts, caller))
    const readOnly = { ...caller.info, readOnly: true }
    const object = await database.as(
      caller.identity,
      (tx) => findObject(tx, facts.bucket, facts.name),
      readOnly,
    )
    if (!object) throw ERRORS.FILE_NOT_FOUND
  }

  /** Refuses early what could not be stored later. */
  async function checkNew(metadata: TusUpload['metadata'], size: number, caller: Caller, upsert: boolean) {
    const facts = factsOf(metadata ?? {}, size, caller.identity, upsert, now())
    const { file_size_limit, allowed_mime_types } = await findBucket(database, facts.bucket)
    if (file_size_limit !== null && size > file_size_limit) throw tooLarge()
    checkType(facts.contentType, allowed_mime_types)
    await askPolicies(database, uploadOf(facts, caller))
    await parts.requireDiskSpace(size)
    return facts
  }

  /** One at a time, so that parallel requests cannot exceed the limit of unfinished uploads. */
  function keep(id: string, facts: Facts): Promise<void> {
    const turn = creating.then(async () => {
      await refuseTooMany(facts)
      await parts.create(id, facts)
    })
    creating = turn.catch(() => {})
    return turn
  }

  async function refuseTooMany({ owner, size }: Facts): Promise<void> {
    let count = 1
    let bytes = size
    let oldest = now().getTime()
    for (const id of await parts.list()) {
      const other = await parts.read(id)
      if (other?.owner !== owner || now().getTime() - Date.parse(other.created) > storageLimits.unfinishedMs)
        continue
      count += 1
      bytes += other.size
      oldest = Math.min(oldest, Date.parse(other.created))
    }
    if (count > storageLimits.unfinished || bytes > storageLimits.unfinishedBytes)
      throw tooManyUnfinished(
        Math.max(1, Math.ceil((oldest + storageLimits.unfinishedMs - now().getTime()) / 1000)),
      )
  }

  /**
   * Stores a complete upload; parallel calls share one run. An upload that can never be stored is erased; after
   * a temporary failure it stays.
   */
  function finish(id: string, caller: Caller): Promise<void> {
    const running = finishing.get(id)
    if (running) return running
    const work = store(id, caller).finally(() => finishing.delete(id))
    finishing.set(id, work)
    return work
  }

  async function store(id: string, caller: Caller): Promise<void> {
    const facts = await own(id, caller)
    const saved = await parts.complete(id)
    if (!saved) return
    try {
      const { allowed_mime_types } = await findBucket(database, facts.bucket)
      const { size, sha256 } = saved
      const contentType = checkedType(facts.contentType, saved, allowed_mime_types)
      const { cacheControl, userMetadata } = facts
      const received = { size, sha256, contentType, cacheControl, userMetadata }
      const object = { version: randomUUID(), metadata: metadataOf(received, now()), userMetadata }
      await commit({ database, files, now }, uploadOf(facts, caller), object, parts.pathOf(id))
    } catch (error) {
      const fault = toFault(error)
      if (fault.status < 500) await parts.remove(id)
      throw fault
    }
  }

  function storeFor(caller: Caller, created: Map<string, Facts>): DataStore {
    return Object.assign(new DataStore(), {
      extensions: ['creation', 'creation-with-upload', 'expiration', 'termination'],
      getExpiration: () => storageLimits.unfinishedMs,
      async create(upload: TusUpload) {
        const facts = created.get(upload.id)
        if (!facts) throw new Error('An upload is checked before it is created')
        await keep(upload.id, facts)
        upload.creation_date = facts.created
        return upload
      },
      async getUpload(id: string) {
        const { size, metadata, created: creation_date } = await own(id, caller)
        const offset = (await parts.arrived(id)) ?? size
        return new TusUpload({ id, size, offset, metadata, creation_date })
      },
      async write(stream: AsyncIterable<Uint8Array>, id: string, offset: number) {
        if ((await parts.arrived(id)) === null) return offset
        return parts.append(id, offset, stream)
      },
      async remove(id: string) {
        await finishing.get(id)?.catch(() => {})
        await own(id, caller)
        if ((await parts.arrived(id)) === null) throw ERRORS.INVALID_TERMINATION
        await parts.remove(id)
      },
    })
  }

  return {
    /** Handles one request of the protocol; `id` is null for the address where uploads are created. */
    async answer(request: Request, id: string | null, caller: Caller): Promise<Response> {
      const created = new Map<string, Facts>()
      // The package sends no headers of its own with an error.
      let headers: Record<string, string> = {}
      const server = new Server({
        path,
        relativeLocation: true,
        maxSize: storageLimits.unfinishedBytes,
        locker,
        lockDrainTimeout: DRAIN_MS,
        datastore: storeFor(caller, created),
        namingFunction: () => randomBytes(16).toString('hex'),
        getFileIdFromRequest: () => id ?? undefined,
        async onIncomingRequest(_request, upload) {
          if (request.method === 'DELETE') await own(upload, caller)
          else if (request.method !== 'POST') await stillAllowed(upload, caller)
          const length = Number(request.headers.get('content-length') ?? 0)
          if (request.method === 'PATCH') await parts.requireDiskSpace(length)
        },
        async onUploadCreate(_request, { id: upload, size, metadata }) {
          const upsert = request.headers.get('x-upsert') === 'true'
          created.set(upload, await checkNew(metadata, size ?? 0, caller, upsert))
          return {}
        },
        async onUploadFinish(_request, upload) {
          await finish(upload.id, caller)
          return {}
        },
        onResponseError: (_request, error) => {
          if ('status_code' in error && error.status_code !== 413) return undefined
          const fault = 'status_code' in error ? overLargest() : toFault(error)
          headers = fault.headers
          return { status_code: fault.status, body: faultText(fault) }
        },
      })
      const response = await server.handleWeb(bare(request))
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      return response
    },
  }
}

export type Resumable = ReturnType<typeof createResumable>

function ownerKey(identity: Identity): string {
  return ownerOf(identity).text ?? identity.role
}

const known = ['bucketName', 'objectName', 'contentType', 'cacheControl', 'metadata']

/**
 * Parses the metadata that hosted documents: bucketName, objectName, contentType, cacheControl (seconds), metadata (JSON).
 */
function factsOf(
  metadata: Record<string, string | null>,
  size: number,
  identity: Identity,
  upsert: boolean,
  at: Date,
): Facts {
  const unknown = Object.keys(metadata).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw unknownOptions(unknown)
  const { bucket, name } = checkTarget(metadata.bucketName ?? '', metadata.objectName ?? '')
  const contentType = metadata.contentType || 'application/octet-stream'
  if (contentType.length > 200 || bareType(contentType) === '') throw invalidRequest('Invalid contentType')
  return {
    bucket,
    name,
    owner: ownerKey(identity),
    size,
    upsert,
    contentType,
    cacheControl: cacheControlOf(metadata.cacheControl ?? undefined),
    userMetadata: metadata.metadata ? parseMetadata(metadata.metadata) : null,
    metadata,
    created: at.toISOString(),
  }
}

/** The request with only the protocol's headers: the package would interpret those of proxies. */
function bare(request: Request): Request {
  const names = ['content-length', 'content-type', 'host']
  const headers = [...request.headers].filter(
    ([name]) => name.startsWith('tus-') || name.startsWith('upload-') || names.includes(name),
  )
  return new Request(request.url, {
    method: request.method,
    headers,
    ...(request.body && { body: request.body, duplex: 'half' }),
  })
}
