import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mainAdminEmail } from '#demo/generate/accounts.ts'
import { seedDemo } from '#demo/seed.ts'
import { readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { Log } from '#server/http/log.ts'
import type { Keys } from '#server/identity.ts'
import { startProduct } from '#server/product.ts'
import { type Engine, freshDatabase } from './engines.ts'

export type TestProduct = {
  url: string
  database: Database
  keys: Keys
  /** The main administrator; the password is one-time and undefined in the demo clinic. */
  admin: { email: string; password: string | undefined }
  dataDir: string
  stop(): Promise<void>
}

/**
 * The whole product on a free port with its own folder, on a fresh database of the engine; without one it finds its
 * database itself, like a clinic's. `demo` fills it with the demo clinic as of `now`; `env` adds to its environment.
 */
export async function startTestProduct(options: {
  engine?: Engine
  demo?: boolean
  now?: Date
  env?: Record<string, string>
  log?: Log
}): Promise<TestProduct> {
  const dataDir = await mkdtemp(join(tmpdir(), 'indice-product-'))
  const email = options.demo ? mainAdminEmail : 'principal@clinica.test'
  const environment = { PORT: '0', ADMIN_EMAIL: email, DATA_DIR: dataDir, ALLOW_PGLITE: '1', ...options.env }
  const config = readConfig(environment, dataDir)
  const fresh = options.engine && (await freshDatabase(options.engine))
  const product = await startProduct({
    config,
    onLine: () => {},
    ...(options.log && { log: options.log }),
    ...(fresh && { engine: { database: fresh.database, close: fresh.dispose } }),
    ...(options.demo && {
      prepare: async ({ clinic, ...store }) => {
        await seedDemo({
          ...store,
          zone: config.clinicTimeZone,
          privacyVersion: clinic.privacy.version,
          now: options.now ?? new Date(),
          tell: () => {},
        })
      },
    }),
  })
  if (!product.keys || !product.database) throw new Error('A product on its own backend has keys')
  return {
    url: product.url,
    database: product.database,
    keys: product.keys,
    admin: { email, password: product.adminPassword },
    dataDir,
    stop: async () => {
      await product.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
