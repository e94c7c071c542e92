import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#server/base/database.ts'
import { isUnavailable } from '#server/base/errors.ts'
import { prepareBackendRole } from './backend-role.ts'
import { hasCluster, startEmbedded } from './embedded.ts'
import { EmbeddedUnavailableError } from './embedded-binaries.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

export type Engine = {
  /** Connected as the owner: for migrations, backups and restores. */
  database: Database
  /**
   * Call it after migrating: closes `database` and logs in again as a role that may change rows but no rules. Absent
   * with DATABASE_URL, whose user the clinic chose, and on PGlite, which has no logins.
   */
  stepDown?: () => Promise<Database>
  /** Closes the database and, when it is ours, stops its process. */
  close(): Promise<void>
}

type Options = {
  dataDir: string
  databaseUrl?: string | undefined
  /** PGlite may lose data in a power cut: a real clinic must ask for it explicitly. */
  allowPglite: boolean
  /** Prints one line in Spanish for the person at the terminal. */
  onLine: (line: string) => void
}

/**
 * Opens the installation's database: the given server, else the PostgreSQL from npm, else PGlite. A data folder keeps the
 * engine it was created with. Hold the folder's lock. Throws an Error in Spanish that says what to do.
 */
export async function openEngine(options: Options): Promise<Engine> {
  const { dataDir, databaseUrl, onLine } = options
  if (databaseUrl) return openGiven(databaseUrl)
  const cluster = join(dataDir, 'postgres')
  const pglite = join(dataDir, 'pglite')
  if (await exists(pglite)) {
    if (options.allowPglite) onLine('Base de datos: PGlite, porque así se creó esta carpeta.')
    return openFallback(pglite, options, 'esta carpeta de datos se creó con PGlite')
  }
  try {
    return await openEmbedded(cluster, onLine)
  } catch (error) {
    if (!(error instanceof EmbeddedUnavailableError)) throw error
    if (await hasCluster(cluster)) {
      throw new Error(`No se puede abrir la base de datos de ${cluster}: ${error.message}.`, { cause: error })
    }
    if (options.allowPglite) {
      onLine(`PostgreSQL incluido no puede ejecutarse aquí (${error.message}); se usa PGlite.`)
    }
    return openFallback(pglite, options, error.message)
  }
}

async function openGiven(url: string): Promise<Engine> {
  try {
    const database = await openPostgres(url)
    return { database, close: () => database.close() }
  } catch (error) {
    const why = isUnavailable(error) ? 'no responde' : refusal(error)
    throw new Error(
      `No se puede usar la base de datos de DATABASE_URL: ${why}. Revisa la dirección y el servidor.`,
      {
        cause: error,
      },
    )
  }
}

function refusal(error: unknown): string {
  if (!(error instanceof Error)) return ''
  switch (Reflect.get(error, 'code')) {
    case '28P01':
    case '28000':
      return 'no acepta ese usuario y contraseña'
    case '3D000':
      return 'esa base no existe en el servidor'
    default:
      return error.message
  }
}

async function openEmbedded(folder: string, onLine: (line: string) => void): Promise<Engine> {
  const server = await startEmbedded(folder, { onEvent: onLine })
  try {
    const owner = await openPostgres(server.connection)
    await refreshCollation(owner)
    let current = owner
    return {
      database: owner,
      stepDown: async () => {
        const login = await prepareBackendRole(owner)
        current = await openPostgres({ ...server.connection, ...login })
        await owner.close()
        return current
      },
      close: async () => {
        await current.close()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** A newer PostgreSQL may sort text differently: indexes built in the old order would miss rows. */
async function refreshCollation(database: Database): Promise<void> {
  const { rows } = await database.query<{ name: string; moved: boolean }>(
    `select datname::text as name, datcollversion is distinct from pg_database_collation_actual_version(oid) as moved
     from pg_database where datname = current_database()`,
  )
  const own = rows[0]
  if (!own?.moved) return
  await database.exec(`reindex database ${own.name}`)
  await database.exec(`alter database ${own.name} refresh collation version`)
}

async function openFallback(folder: string, options: Options, why: string): Promise<Engine> {
  if (!options.allowPglite) {
    throw new Error(
      `Solo queda PGlite (${why}), y con PGlite un corte de luz puede perder datos. ` +
        'Usa DATABASE_URL con un servidor PostgreSQL, o acepta el riesgo con ALLOW_PGLITE=1.',
    )
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const database = await openPglite(folder)
  return { database, close: () => database.close() }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
