import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { type Binaries, EmbeddedUnavailableError, findBinaries } from './embedded-binaries.ts'
import { endWithProcess } from './end-with-process.ts'
import { stopOrphan } from './orphan.ts'
import { findOsUser, type OsUser } from './os-user.ts'

export type EmbeddedPostgres = {
  /** How pg connects; unchanged when PostgreSQL is restarted. */
  connection: ClientConfig
  /** Fast shutdown: rolls back open transactions; everything committed is on disk. */
  stop(): Promise<void>
}

type Options = {
  /** Reports events outside of start and stop: an orphan was stopped, PostgreSQL died and is restarted. */
  onEvent?: (line: string) => void
  /** PostgreSQL settings that override ours, e.g. for the short-lived clusters of tests. */
  settings?: Record<string, string>
}

const version = 'PG_VERSION'

/** True when this folder holds a cluster, even one that we may not read: then no other engine may be used. */
export async function hasCluster(folder: string): Promise<boolean> {
  return readFile(join(folder, version)).then(
    () => true,
    (error: unknown) => !(error instanceof Error && Reflect.get(error, 'code') === 'ENOENT'),
  )
}

/**
 * PostgreSQL from npm as our own child process, with its cluster in `folder` and its password in `folder`.password.
 * Throws EmbeddedUnavailableError when it cannot run here at all, an Error when the cluster does not start.
 */
export async function startEmbedded(path: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const folder = resolve(path)
  const binaries = await findBinaries()
  const user = await findOsUser()
  const password = await keepPassword(`${folder}.password`)
  if (!(await hasCluster(folder))) await createCluster(folder, binaries, user, password)
  if (await stopOrphan(folder))
    options.onEvent?.('Se detuvo un PostgreSQL que quedó de una ejecución anterior.')

  const sockets = await socketFolder(folder, user)
  const connection: ClientConfig = { host: sockets.path, user: 'postgres', password, database: 'postgres' }
  const flags = serverFlags(folder, sockets.path, options.settings)
  let stopping = false
  let child = await launch()

  async function launch(): Promise<ChildProcess> {
    const started = await startServer(binaries, folder, flags, user, connection)
    started.once('exit', () => {
      if (!stopping) void revive()
    })
    return started
  }

  async function revive(): Promise<void> {
    options.onEvent?.('PostgreSQL se detuvo por sí mismo; se inicia de nuevo.')
    for (let pause = 200; !stopping; pause = Math.min(pause * 2, 10_000)) {
      try {
        child = await launch()
        options.onEvent?.('PostgreSQL vuelve a responder.')
        return
      } catch (error) {
        options.onEvent?.(`PostgreSQL no inicia: ${error instanceof Error ? error.message : ''}`)
        await new Promise((done) => setTimeout(done, pause))
      }
    }
  }

  return {
    connection,
    stop: async () => {
      stopping = true
      await stopServer(child)
      await sockets.remove()
    },
  }
}

async function keepPassword(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return kept
  const password = randomBytes(24).toString('base64url')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, password, { mode: 0o600 })
  return password
}

async function createCluster(
  folder: string,
  binaries: Binaries,
  user: OsUser,
  password: string,
): Promise<void> {
  // Created under another name and then renamed: an interrupted first start leaves nothing that looks like a cluster.
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  const given = `${folder}.initial`
  await writeFile(given, password, { mode: 0o600 })
  if (user) {
    // Other users may pass through to the cluster, whose own folder stays closed; the files beside it are 0600.
    await chmod(dirname(folder), 0o711)
    await chown(fresh, user.uid, user.gid)
    await chown(given, user.uid, user.gid)
  }
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=es-MX']
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${given}`]
  const done = await runToEnd(binaries.initdb, ['-D', fresh, ...locale, ...access], user)
  await rm(given, { force: true })
  if (done.code !== 0) {
    await rm(fresh, { recursive: true, force: true })
    // The disk is full: another engine would not help, and the folder could not change back later.
    if (/no space left|quota exceeded/i.test(done.output)) {
      throw Object.assign(new Error(lastLine(done.output)), { code: 'ENOSPC', path: folder })
    }
    throw new EmbeddedUnavailableError(
      user && /permission denied|EACCES/i.test(done.output)
        ? `el usuario del sistema «postgres» no puede llegar a ${folder} o al programa, quizá por una carpeta privada como /root`
        : `no se pudo crear su base de datos: ${lastLine(done.output)}`,
    )
  }
  await rename(fresh, folder)
}

/** A socket's path is limited to some 100 bytes; for a deeper data folder the socket goes to the temporary folder. */
async function socketFolder(
  folder: string,
  user: OsUser,
): Promise<{ path: string; remove(): Promise<void> }> {
  if (Buffer.byteLength(`${folder}/.s.PGSQL.5432.lock`) < 100) return { path: folder, remove: async () => {} }
  const path = await mkdtemp(join(tmpdir(), 'indice-'))
  if (user) await chown(path, user.uid, user.gid)
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

function serverFlags(folder: string, sockets: string, others?: Record<string, string>): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '60',
    shared_buffers: '128MB',
    max_wal_size: '256MB',
    random_page_cost: '1.1',
    jit: 'off',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    timezone: 'UTC',
    lc_messages: 'C',
    // Otherwise PostgreSQL's log would quote personal data from failed statements.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...others,
  }
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

// Keeps our own environment (secrets, PG* variables) from the child.
const childEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' }

async function startServer(
  binaries: Binaries,
  folder: string,
  flags: string[],
  user: OsUser,
  connection: ClientConfig,
): Promise<ChildProcess> {
  // In its own session: Ctrl-C in the terminal reaches only us, and we stop PostgreSQL after the last request.
  const child = spawn(binaries.postgres, flags, {
    ...user,
    cwd: '/',
    env: childEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithProcess(child, 'SIGINT')
  let output = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000)
  })
  const ended = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new EmbeddedUnavailableError(error.message, { cause: error })))
    child.once('exit', () =>
      reject(new Error(`PostgreSQL no pudo iniciar en ${folder}: ${lastLine(output)}`)),
    )
  })
  ended.catch(() => {})
  await Promise.race([ended, answers(connection, () => child.exitCode === null && child.signalCode === null)])
  return child
}

/** Waits until the server accepts connections (recovery after a power cut may take minutes) or has exited. */
async function answers(connection: ClientConfig, isRunning: () => boolean): Promise<void> {
  while (isRunning()) {
    const client = new Client(connection)
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      // Waiting only helps while the socket is missing or the server is starting up.
      const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
      if (code !== 'ENOENT' && code !== 'ECONNREFUSED' && code !== '57P03') throw error
      await new Promise((done) => setTimeout(done, 40))
    }
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGINT')
  const impatient = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await exited
  clearTimeout(impatient)
}

async function runToEnd(
  file: string,
  args: string[],
  user: OsUser,
): Promise<{ code: number | null; output: string }> {
  return new Promise((done) => {
    const child = spawn(file, args, {
      ...user,
      cwd: '/',
      env: childEnvironment,
      // A signal to our process group must not look as if PostgreSQL could not run here.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    endWithProcess(child, 'SIGTERM')
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', (error) => done({ code: -1, output: error.message }))
    child.once('close', (code) => done({ code, output }))
  })
}

function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.findLast((line) => /error|fatal|panic|could not/i.test(line)) ?? lines.at(-1) ?? ''
}
