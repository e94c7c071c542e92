import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'
import { EmbeddedUnavailableError } from '#server/db/embedded-binaries.ts'

/** Vitest's globalSetup: one PostgreSQL for the whole run, found by `engines()` through the environment. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_EMBEDDED_URL !== undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'indice-tests-'))
  const stopWatching = exitOnSignals()
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
    // PostgreSQL is told to stop first: its own listener is the older one.
    const removeNow = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    process.once('exit', removeNow)
    return async () => {
      await server.stop()
      process.off('exit', removeNow)
      stopWatching()
      await rm(folder, { recursive: true, force: true })
    }
  } catch (error) {
    if (!(error instanceof EmbeddedUnavailableError)) throw error
    console.log(`Sin PostgreSQL incluido (${error.message}): las pruebas usan PGlite.`)
    process.env.TEST_EMBEDDED_URL = ''
    return () => rm(folder, { recursive: true, force: true })
  }
}

/** A signal that ends a process without its exit would leave PostgreSQL running. Answers how to undo it. */
function exitOnSignals(): () => void {
  const listeners = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => {
    const listener = () => process.exit(1)
    process.on(signal, listener)
    return { signal, listener }
  })
  return () => {
    for (const { signal, listener } of listeners) process.off(signal, listener)
  }
}
