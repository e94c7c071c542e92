import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { EmbeddedUnavailableError } from '#server/db/embedded-binaries.ts'
import { setup as openFolder } from './run-folder.ts'

/** Vitest's globalSetup: one PostgreSQL for the whole run, found by `engines()` through the environment; it ends with the run's folder. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const closeFolder = await openFolder()
  if (process.env.TEST_EMBEDDED_URL !== undefined) return closeFolder
  // Its data is thrown away after the run, so durability would only cost time.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
  }
  try {
    const { connection, stop } = await startEmbedded(join(process.env.TEST_FOLDER ?? '', 'postgres'), {
      settings,
    })
    const { user, password, host, database } = connection
    const url = new URL(`postgresql://${user}:${password}@localhost/${database}`)
    url.searchParams.set('host', String(host))
    process.env.TEST_EMBEDDED_URL = url.href
    return async () => {
      await stop()
      await closeFolder?.()
    }
  } catch (error) {
    if (!(error instanceof EmbeddedUnavailableError)) throw error
    console.log(`Sin PostgreSQL incluido (${error.message}): las pruebas usan PGlite.`)
    process.env.TEST_EMBEDDED_URL = ''
    return closeFolder
  }
}
