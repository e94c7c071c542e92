import { readFileSync, rmSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startOf } from './process-info.ts'

type Holder = { pid: number; start: string }

/** The folder is in use by another running process. */
export class LockedError extends Error {
  constructor(folder: string, pid: number) {
    super(
      `La carpeta ${folder} está en uso por otro proceso (${pid}). Detenlo, o usa otra carpeta con DATA_DIR.`,
    )
  }
}

/**
 * Locks the folder for this process (creating it when missing) and returns a function that releases it; it is also
 * released when the process exits. Takes over a killed process's lock. Throws LockedError.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'process.lock')
  const own = `${file}.${process.pid}`
  const start = await startOf(process.pid)
  const content = JSON.stringify({ pid: process.pid, start: start ?? '' })
  await writeFile(own, content, { mode: 0o600 })
  try {
    // A link is created whole and never over another file: two processes can never both get the lock.
    while (!(await tryLink(own, file))) await removeIfStale(file, folder)
  } finally {
    await rm(own, { force: true })
  }
  const release = () => {
    try {
      if (readFileSync(file, 'utf8') === content) rmSync(file, { force: true })
    } catch {
      // Already gone. Otherwise the next process will see that the lock is stale.
    }
  }
  process.once('exit', release)
  return async () => {
    process.off('exit', release)
    release()
  }
}

async function tryLink(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file)
    return true
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'EEXIST') return false
    throw error
  }
}

async function removeIfStale(file: string, folder: string): Promise<void> {
  const content = await readText(file)
  if (content === undefined) return
  const holder = parseHolder(content)
  if (holder && (await startOf(holder.pid)) === holder.start) throw new LockedError(folder, holder.pid)
  // Another process may have taken over between reading and removing: check what was moved away.
  const aside = `${file}.stale.${process.pid}`
  await rename(file, aside).catch(() => {})
  const moved = await readText(aside)
  if (moved !== undefined && moved !== content) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined)
}

function parseHolder(content: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(content)
    if (typeof value !== 'object' || value === null) return undefined
    const { pid, start } = { pid: undefined, start: undefined, ...value }
    return typeof pid === 'number' && typeof start === 'string' ? { pid, start } : undefined
  } catch {
    return undefined
  }
}
