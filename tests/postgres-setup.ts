import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { EmbeddedUnavailableError } from '#server/db/embedded-binaries.ts'

/** Vitest's globalSetup: one PostgreSQL for the whole run, found by `engines()` through the environment. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_EMBEDDED_URL !== undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'indice-tests-'))
  try {
    // Its data is thrown away after the run: safety against power cuts would only cost time.
    const settings = {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: '200',
    }
    const server = await startEmbedded(join(folder, 'postgres'), { settings })
    const { user, password, host, database } = server.connection
    const url = new URL(`postgresql://${user}:${password}@localhost/${database}`)
    url.searchParams.set('host', String(host))
    process.env.TEST_EMBEDDED_URL = url.href
    return async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  } catch (error) {
    if (!(error instanceof EmbeddedUnavailableError)) throw error
    console.log(`Sin PostgreSQL incluido (${error.message}): las pruebas usan PGlite.`)
    process.env.TEST_EMBEDDED_URL = ''
    return () => rm(folder, { recursive: true, force: true })
  }
}
