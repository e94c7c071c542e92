import { readFileSync, rmSync } from 'node:fs'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startOf } from './process-info.ts'

type Holder = { pid: number; start: string }

/** The folder is in use by another process that lives. */
export class LockedError extends Error {
  constructor(folder: string, pid: number) {
    super(
      `La carpeta ${folder} está en uso por otro proceso (${pid}). Detenlo, o usa otra carpeta con DATA_DIR.`,
    )
  }
}

/**
 * Takes the folder for this process alone (it is made when missing) and answers how to give it back; it is given back as well
 * when the process exits without that. What a killed process left behind is taken over. Throws LockedError.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'process.lock')
  const own = `${file}.${process.pid}`
  const start = await startOf(process.pid)
  const content = JSON.stringify({ pid: process.pid, start: start ?? '' })
  await writeFile(own, content, { mode: 0o600 })
  try {
    // A link appears whole or not at all, and never over another: no two processes can both believe they made it.
    while (!(await tryLink(own, file))) await removeIfStale(file, folder)
  } finally {
    await rm(own, { force: true })
  }
  const release = () => {
    try {
      if (readFileSync(file, 'utf8') === content) rmSync(file, { force: true })
    } catch {
      // Gone already, and the next process looks at whose it was.
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
  // Between reading and removing, another process may have taken over: what is moved away is looked at again.
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
