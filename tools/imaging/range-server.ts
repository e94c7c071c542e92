import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Fault } from '#server/base/fault.ts'
import { createFiles } from '#server/storage/files.ts'
import { serveObject } from '#server/storage/serve.ts'

/** What the storage would answer, to be given on or replaced; `at` counts requests from 1. */
type Answer = (request: Request, stored: () => Promise<Response>, at: number) => Promise<Response>

export type RangeServer = Awaited<ReturnType<typeof startRangeServer>>

/** One file over real HTTP with the answers of our storage, and a note of what was asked. */
export async function startRangeServer(bytes: Uint8Array, answer: Answer = (_request, stored) => stored()) {
  const folder = await mkdtemp(join(tmpdir(), 'indice-ranges-'))
  const file = {
    version: 1,
    answer,
    ranges: [] as string[],
    bytes: 0,
    active: 0,
    mostActive: 0,
    addresses: 0,
  }
  const path = () => join(folder, String(file.version))
  await writeFile(path(), bytes)
  const stored = (request: Request) =>
    serveObject(
      request,
      {
        id: 'a',
        bucket_id: 'studies',
        name: 'estudio.zip',
        version: String(file.version),
        owner: null,
        owner_id: null,
        created_at: '2026-11-22',
        updated_at: '2026-11-22',
        last_accessed_at: '2026-11-22',
        metadata: { eTag: `"${file.version}"` },
        user_metadata: null,
      },
      { ...createFiles(folder), open: () => open(path()) },
      null,
    ).catch((error: unknown) => {
      if (!(error instanceof Fault)) throw error
      return new Response(null, { status: error.status })
    })
  const server = createServer(
    getRequestListener(
      async (request) => {
        file.ranges.push(request.headers.get('range') ?? '')
        file.mostActive = Math.max(file.mostActive, ++file.active)
        try {
          const response = await file.answer(request, () => stored(request), file.ranges.length)
          file.bytes += Number(response.headers.get('content-length') ?? 0)
          return response
        } finally {
          file.active--
        }
      },
      { overrideGlobalObjects: false },
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('It listens on a port')
  return Object.assign(file, {
    size: bytes.length,
    address: async () => `http://127.0.0.1:${address.port}/${++file.addresses}`,
    async replace(other: Uint8Array): Promise<void> {
      file.version++
      await writeFile(path(), other)
    },
    /** Breaks all connections. */
    cut: () => server.closeAllConnections(),
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true })
    },
  })
}
