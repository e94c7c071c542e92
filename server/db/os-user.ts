import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { EmbeddedUnavailableError } from './embedded-binaries.ts'

const run = promisify(execFile)

/** The user that PostgreSQL runs as; undefined is the current one. */
export type OsUser = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root: root runs it as the user `postgres`, created when missing. Throws
 * EmbeddedUnavailableError when that is not possible.
 */
export async function findOsUser(): Promise<OsUser> {
  if (process.getuid?.() !== 0) return undefined
  const known = await lookUp()
  if (known) return known
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ])
  } catch (error) {
    requireAlive(error)
    throw new EmbeddedUnavailableError(
      'PostgreSQL no puede ejecutarse como root y no se pudo crear el usuario «postgres»',
      { cause: error },
    )
  }
  return lookUp()
}

async function lookUp(): Promise<OsUser> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch (error) {
    requireAlive(error)
    return undefined
  }
}

/** An interrupted command says nothing about the user: taken as a failure, it would start the clinic on another engine. */
function requireAlive(error: unknown): void {
  if (error instanceof Error && typeof Reflect.get(error, 'signal') === 'string')
    throw new Error('La preparación de PostgreSQL fue interrumpida.', { cause: error })
}
