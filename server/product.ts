import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clinic } from '#domain/clinic.ts'
import type { Times } from '#station/delivery.ts'
import { explainListen, stationLines } from '#station/environment.ts'
import { notesFile } from './audit/notes.ts'
import { startSealing } from './audit/sealer.ts'
import { createAuth } from './auth/auth.ts'
import { createRefusals } from './auth/refusals.ts'
import { startSessionUpkeep } from './auth/session-upkeep.ts'
import type { Database } from './base/database.ts'
import { openClinic, readClinic } from './clinic.ts'
import { type Config, outboxOf } from './config.ts'
import { type Engine, openEngine } from './db/engine.ts'
import { migrate, readScripts } from './db/migrate.ts'
import { ensureMainAdmin, keepLetterhead, keepSettings, readStationKey } from './first-start.ts'
import { createFunctions } from './functions/functions.ts'
import { installationHealth } from './functions/installation-health.ts'
import { createAddressOf } from './http/address.ts'
import { createApp } from './http/app.ts'
import { createBackend } from './http/backend.ts'
import type { Log } from './http/log.ts'
import { type HttpServer, listen, type Upgrade } from './http/server.ts'
import { createIdentify, createVerifyToken, type Identify, type Keys, type Service } from './identity.ts'
import { keepKeys } from './keys.ts'
import { lockFolder } from './lock.ts'
import { createLetterQueue, type LetterQueue } from './mail/letter-queue.ts'
import { createMail } from './mail/mail.ts'
import { hostedMessages, type MessageSource, ownMessages, startSending } from './mail/sender.ts'
import { offerWeek } from './offer-week.ts'
import { createRealtime } from './realtime/realtime.ts'
import { prepareRoles } from './realtime/roles.ts'
import { createRest } from './rest/rest.ts'
import { ensureBuilt } from './site/build.ts'
import { hostedServices, type ReadServices, servicesOf } from './site/catalogue.ts'
import { clinicImages } from './site/clinic-images.ts'
import { hostedHours, hoursOf, type ReadHours } from './site/hours.ts'
import { createSite } from './site/site.ts'
import { openBuilt, openSources } from './site/source.ts'
import { repairStorage } from './storage/repair.ts'
import { createStorage } from './storage/storage.ts'
import { startSweeping } from './storage/sweep.ts'

/** What `prepare` gets before the first request; `folder` holds the uploaded files. */
export type Prepared = { database: Database; keys: Keys; folder: string; clinic: Clinic }

export type ProductOptions = {
  config: Config
  /** Serve the sources with hot reload instead of the built site. */
  development?: boolean
  /** Prints one line in Spanish per step for the person at the terminal. */
  onLine: (line: string) => void
  log?: Log
  /** How soon the station believes that a study is complete (tests). */
  stationTimes?: Times
  /** An already open database (tests); closed with the product. */
  engine?: Engine
  /** Runs after migrating and before the first request, e.g. to fill the demo clinic. */
  prepare?: (parts: Prepared) => Promise<void>
}

export type Product = {
  url: string
  /** Undefined with a hosted project, as are the keys. */
  database: Database | undefined
  keys: Keys | undefined
  /** The main administrator's one-time password, when this start created the account. */
  adminPassword: string | undefined
  /** The main administrator's e-mail; undefined with a hosted project. */
  adminEmail: string | undefined
  /** Where imaging machines reach the station; undefined where none was asked for. */
  dicomPort: number | undefined
  /** Finishes running requests, then stops everything. */
  close(): Promise<void>
}

/** Starts the whole product: site, portal and backend on one port. Throws in Spanish, leaving nothing running. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const opened = createStack()
  try {
    return await start(options, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function start(options: ProductOptions, opened: Stack): Promise<Product> {
  const { config, onLine } = options
  await makePrivate(config.dataDir)
  opened.add(await lockFolder(config.dataDir))
  const clinicNow = await openClinic(() => readClinic(config.clinicFile, config.dataDir), onLine)
  if (!options.development) await ensureBuilt(onLine)
  const server = await listen(config)
  const url = config.hasPublicUrl ? config.publicUrl : config.publicUrl.replace(/:\d+$/, `:${server.port}`)

  const backend = config.hosted ? undefined : await startBackend(options, await clinicNow(), url, opened)
  // Closed first: running requests still find their services.
  opened.add(() => server.close())
  if (backend) opened.add(() => backend.closeSockets())

  const source = await openSource(options, server, opened)
  const { hosted } = config
  const messages = messagesOf(config, backend)
  if (messages && config.mail) {
    const sending = startSending({ source: messages, mail: config.mail, clinic: clinicNow, publicUrl: url })
    opened.add(() => sending.close())
    backend?.letters.whenPut(() => void sending.wake())
  }
  const addressOf = createAddressOf(config, url)
  const site = createSite({
    source,
    addressOf,
    clinic: clinicNow,
    facts: {
      timeZone: config.clinicTimeZone,
      ...(config.hasPublicUrl && { publicUrl: config.publicUrl }),
    },
    ...readersOf(config, backend?.database),
    readImage: clinicImages(join(config.dataDir, 'img'), clinicNow),
  })
  const app = createApp({
    config,
    addressOf,
    development: options.development ?? false,
    supabase: {
      supabaseUrl: hosted?.url,
      supabaseAnonKey: hosted?.anonKey ?? backend?.keys.anonKey ?? '',
    },
    clinic: clinicNow,
    backend: backend?.service,
    holdsKey: async (request) => (await backend?.identify(request).catch(() => undefined)) !== undefined,
    site,
    checkHealth: oneAtATime(async () => void (await backend?.database.query('select 1 as one'))),
    log: options.log,
  })
  server.serve({ service: app, upgrade: backend?.upgrade, middleware: source.middleware })
  const station = await openStation(options, backend)
  if (station) opened.add(() => station.close())
  return {
    url,
    database: backend?.database,
    keys: backend?.keys,
    adminPassword: backend?.adminPassword,
    adminEmail: backend?.adminEmail,
    dicomPort: station?.port,
    close: opened.close,
  }
}

/** Concurrent callers share one answer: anybody may ask, and it does not queue for the database. */
function oneAtATime(ask: () => Promise<void>): () => Promise<void> {
  let asking: Promise<void> | undefined
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }
}

type Backend = {
  database: Database
  letters: LetterQueue
  keys: Keys
  service: Service
  identify: Identify
  upgrade: Upgrade
  adminPassword: string | undefined
  adminEmail: string
  closeSockets(): Promise<void>
}

async function startBackend(
  options: ProductOptions,
  clinic: Clinic,
  url: string,
  opened: Stack,
): Promise<Backend> {
  const { config, onLine } = options
  const keys = await keepKeys(config.dataDir, config.keys, new Date())
  onLine('Preparando la base de datos…')
  const engine = options.engine ?? (await openEngine({ ...config, onLine }))
  opened.add(() => engine.close())
  await migrate(engine.database, await readScripts(), (step) => onLine(`Aplicando ${step}…`))
  await prepareRoles(engine.database)
  const database = (await engine.stepDown?.()) ?? engine.database
  // Closed after the last request and before the database.
  const sealing = startSealing({ database, file: notesFile(config.dataDir) })
  opened.add(() => sealing.close())
  const refusals = createRefusals(database)
  const sessionUpkeep = startSessionUpkeep({ database, refusals })
  opened.add(() => sessionUpkeep.close())
  const email = await keepSettings(database, config)
  await keepLetterhead(database, clinic)
  await offerWeek(database, clinic, onLine)

  const verify = createVerifyToken(keys)
  const identify = createIdentify(verify)
  const folder = join(config.dataDir, 'files')
  const { missing } = await repairStorage({ database, folder })
  if (missing.length > 0)
    onLine(`Faltan ${missing.length} archivos en ${folder}: recupéralos de un respaldo.`)
  await makePrivate(folder)
  opened.add(await startSweeping(folder))
  await makePrivate(outboxOf(config))
  const letters = createLetterQueue(database, keys.jwtSecret)
  const sendMail = createMail({ queue: config.mail && letters, outbox: outboxOf(config), clinic })
  const service: Service = createBackend({
    auth: createAuth({ database, keys, publicUrl: url, clinicName: clinic.name, sendMail, refusals }),
    rest: createRest({ database, identify }),
    storage: createStorage({ database, identify, folder, keys }),
    functions: createFunctions({
      url,
      keys,
      identify,
      fetchBackend: (request) => service(request),
      own: { 'installation-health': installationHealth(config, database.engine) },
    }),
  })
  await options.prepare?.({ database, keys, folder, clinic })
  const adminPassword = await ensureMainAdmin({ database, backend: service, keys, email })
  const realtime = createRealtime({ database, verify, publicUrl: url })
  return {
    database,
    letters,
    keys,
    service,
    identify,
    upgrade: realtime.handleUpgrade,
    adminPassword,
    adminEmail: email,
    closeSockets: () => realtime.close(),
  }
}

/** Listens for imaging machines, or watches what they export, where DICOM_PORT or DICOM_FOLDER ask for it; its code is loaded then. */
async function openStation({ config, onLine, stationTimes }: ProductOptions, backend: Backend | undefined) {
  const { dicom, hosted } = config
  if (!dicom) return undefined
  const { startStation } = await import('#station/station.ts')
  const folder = join(config.dataDir, 'station')
  const reach = backend
    ? {
        url: 'http://localhost',
        anonKey: backend.keys.anonKey,
        stationKey: await readStationKey(backend.database),
        fetch: async (...request: Parameters<typeof fetch>) => backend.service(new Request(...request)),
      }
    : { url: hosted?.url ?? '', anonKey: hosted?.anonKey ?? '', stationKey: config.stationKey ?? '' }
  const station = await startStation({
    ...{ ...dicom, ...reach, folder, onLine, zone: config.clinicTimeZone },
    ...(stationTimes && { times: stationTimes }),
  }).catch((error: unknown) => {
    const words = explainListen(error, dicom)
    throw words === undefined ? error : new Error(words, { cause: error })
  })
  for (const line of stationLines(dicom, station.port)) onLine(line)
  return station
}

/** A folder for its owner alone; missing parents get the usual rights. */
async function makePrivate(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

async function openSource(options: ProductOptions, server: HttpServer, opened: Stack) {
  if (!options.development) return { ...(await openBuilt()), middleware: undefined }
  const source = await openSources(server.node)
  opened.add(() => source.close())
  return source
}

function readersOf(
  { hosted }: Config,
  database: Database | undefined,
): { readServices: ReadServices; readHours: ReadHours } {
  if (hosted) return { readServices: hostedServices(hosted), readHours: hostedHours(hosted) }
  if (!database) throw new Error('Without a hosted project there is a database')
  return { readServices: servicesOf(database), readHours: hoursOf(database) }
}

/** Where messages come from; undefined where this server sends none. */
function messagesOf(
  { hosted, senderKey }: Config,
  backend: Pick<Backend, 'database' | 'letters'> | undefined,
): MessageSource | undefined {
  if (backend) return ownMessages(backend.database, backend.letters)
  return hosted && senderKey !== undefined ? hostedMessages(hosted, senderKey) : undefined
}

type Stack = { add(close: () => Promise<void>): void; close(): Promise<void> }

/** Opened things, closed in reverse order; one that fails to close does not stop the rest. */
function createStack(): Stack {
  const closers: (() => Promise<void>)[] = []
  return {
    add: (close) => void closers.push(close),
    close: async () => {
      const problems: unknown[] = []
      for (let close = closers.pop(); close; close = closers.pop()) {
        await close().catch((error: unknown) => problems.push(error))
      }
      if (problems.length > 0) throw problems[0]
    },
  }
}
