import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { hasCluster } from '#server/db/embedded.ts'
import { type Engine, openEngine } from '#server/db/engine.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { LockedError, lockFolder } from '#server/lock.ts'

/** Where an installation's rows are, found out without opening anything. */
export type Whereabouts = 'given' | 'postgres' | 'pglite' | 'nowhere'

export async function findDatabase({ dataDir, databaseUrl }: Config): Promise<Whereabouts> {
  if (databaseUrl) return 'given'
  // The engine that the folder was created with, checked in the product's order.
  if (await stat(join(dataDir, 'pglite')).catch(() => undefined)) return 'pglite'
  return (await hasCluster(join(dataDir, 'postgres'))) ? 'postgres' : 'nowhere'
}

/**
 * Opens the installation's database: beside the running product, or by starting it when the product is stopped.
 * Never creates one. Throws in Spanish when there is none, or when another process holds a PGlite.
 */
export async function openDatabase(config: Config, onLine: (line: string) => void): Promise<Engine> {
  const where = await findDatabase(config)
  const { dataDir } = config
  if (where === 'nowhere') throw new Error(`En ${dataDir} no hay una base de datos. Revisa DATA_DIR.`)
  if (where === 'given') return openEngine({ ...config, onLine })
  try {
    const unlock = await lockFolder(dataDir)
    try {
      const engine = await openEngine({ ...config, allowPglite: true, onLine: () => {} })
      return { ...engine, close: () => engine.close().finally(unlock) }
    } catch (error) {
      await unlock()
      throw error
    }
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    if (where === 'pglite') {
      throw new Error(
        'La clínica está abierta y su base de datos es PGlite, que solo admite un programa a la vez. ' +
          'Detén la clínica (Ctrl-C), vuelve a ejecutar esto y ábrela de nuevo.',
        { cause: error },
      )
    }
    return joinRunning(dataDir)
  }
}

/** Connects to the PostgreSQL that the running product started. */
async function joinRunning(dataDir: string): Promise<Engine> {
  const cluster = join(dataDir, 'postgres')
  try {
    const password = await readFile(`${cluster}.password`, 'utf8')
    // The fifth line says where its socket is: with a deep data folder it is elsewhere.
    const host = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[4]?.trim() || cluster
    const database = await openPostgres({ host, user: 'postgres', password, database: 'postgres' })
    return { database, close: () => database.close() }
  } catch (error) {
    throw new Error(
      'La clínica está abierta, pero su base de datos no responde. Espera un momento y vuelve a intentar.',
      { cause: error },
    )
  }
}
