import { constants } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainAdminEmail } from '#demo/generate/accounts.ts'
import { seedDemo } from '#demo/seed.ts'
import { dayInZone } from '#domain/days.ts'
import type { Database } from '#server/base/database.ts'
import { readConfig } from '#server/config.ts'
import type { Engine as OpenEngine } from '#server/db/engine.ts'
import type { Log } from '#server/http/log.ts'
import type { Keys } from '#server/identity.ts'
import { type Product, startProduct } from '#server/product.ts'
import type { Times } from '#station/delivery.ts'
import { type Engine, type FreshDatabase, filledDatabase, freshDatabase } from './engines.ts'

/** A study of a machine is complete soon. */
export const soonTimes: Times = {
  ...{ quietMs: 200, firstPauseMs: 100 },
  folder: { everyMs: 100, quietMs: 1000, againMs: 1000 },
}

export type TestProduct = {
  url: string
  database: Database
  keys: Keys
  /** The main administrator; the password is one-time and undefined in the demo clinic. */
  admin: { email: string; password: string | undefined }
  dataDir: string
  /** Of the station, with DICOM_PORT. */
  dicomPort: number | undefined
  stop(): Promise<void>
}

type Options = {
  engine?: Engine
  /** Instead of an engine: a database that is made already, and stays open. */
  database?: Database
  demo?: boolean
  /** False for a demo clinic whose studies can all be deleted: a signed report keeps its study. */
  reports?: boolean
  now?: Date
  env?: Record<string, string>
  log?: Log
  /** Instead of `soonTimes`. */
  stationTimes?: Times
}

/**
 * The whole product on a free port with its own folder, on a fresh database of the engine; without one it finds its
 * database itself, like a clinic's. `demo` fills it with the demo clinic as of `now`; `env` adds to its environment.
 */
export async function startTestProduct(options: Options): Promise<TestProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'indice-product-'))
  const product = await start(options, dataDir, await openFor(options, dataDir))
  if (!product.keys || !product.database) throw new Error('A product on its own backend has keys')
  return {
    url: product.url,
    database: product.database,
    keys: product.keys,
    admin: { email: emailOf(options), password: product.adminPassword },
    dataDir,
    dicomPort: product.dicomPort,
    stop: async () => {
      await product.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openFor(options: Options, dataDir: string): Promise<OpenEngine | undefined> {
  const { engine, database } = options
  if (database) return { database, close: async () => {} }
  const fresh = engine && (await freshFor(engine, options, dataDir))
  return fresh && { database: fresh.database, close: fresh.dispose }
}

const emailOf = ({ demo }: Options) => (demo ? mainAdminEmail : 'principal@clinica.test')

function start(options: Options, dataDir: string, engine: OpenEngine | undefined): Promise<Product> {
  const environment = {
    PORT: '0',
    ADMIN_EMAIL: emailOf(options),
    DATA_DIR: dataDir,
    ALLOW_PGLITE: '1',
    ...options.env,
  }
  const config = readConfig(environment, dataDir)
  return startProduct({
    config,
    onLine: () => {},
    stationTimes: options.stationTimes ?? soonTimes,
    ...(options.log && { log: options.log }),
    ...(engine && { engine }),
    ...(options.demo && {
      prepare: async ({ clinic, ...store }) => {
        await seedDemo({
          ...store,
          zone: config.clinicTimeZone,
          privacyVersion: clinic.privacy.version,
          now: options.now ?? new Date(),
          ...(options.reports === false && { reports: false }),
          tell: () => {},
        })
      },
    }),
  })
}

/** Filling the demo clinic takes seconds: who asks for the demo of now gets a copy of one that this run made today, by the clinic's days. */
async function freshFor(
  engine: Engine,
  { demo, reports = true, now, env }: Options,
  dataDir: string,
): Promise<FreshDatabase> {
  if (!demo || now || env || engine.kind !== 'postgres' || engine.broken !== undefined)
    return freshDatabase(engine)
  const name = `demo${reports ? '' : '_plain'}_${dayInZone(new Date(), 'America/Mexico_City').replaceAll('-', '')}`
  const folder = join(process.env.TEST_FOLDER ?? tmpdir(), name)
  const filled = await filledDatabase(engine, name, async (database) => {
    await rm(folder, { recursive: true, force: true })
    const product = await start({ demo, reports }, folder, { database, close: async () => {} })
    await product.close()
  })
  await cp(folder, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return filled
}
