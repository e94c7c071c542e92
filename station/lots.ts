import type { Stats } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isLitter, isScanName, scanStem } from '#domain/export-names.ts'

/** Folders of ours below the watched one: what was taken, and what could not be read. */
export const folders = { done: 'procesados', unread: 'no-leidos' } as const

/** What is taken together: a folder with all that is in it, a file, or scans of one mouth. */
export type Lot = {
  /** What lies in the watched folder itself, and is moved. */
  names: string[]
  isFolder: boolean
  /** Paths below the watched folder, with '/'. */
  files: { path: string; size: number }[]
  /** Another one as soon as anything of it grew or changed. */
  signature: string
}

/** What lies in the watched folder, by a key that stays the same. Links are not followed; what systems leave for themselves stays. */
export async function lotsIn(root: string): Promise<Map<string, Lot>> {
  const found = new Map<string, Pick<Lot, 'names' | 'isFolder'>>()
  for (const entry of (await readdir(root, { withFileTypes: true })).sort(byName)) {
    const { name } = entry
    const isFolder = entry.isDirectory()
    if (isOurs(name) || isLitter(name) || name.startsWith('.')) continue
    const key = !isFolder && isScanName(name) ? `${scanStem(name)}/` : name
    found.set(key, { names: [...(found.get(key)?.names ?? []), name], isFolder })
  }
  const lots = new Map<string, Lot>()
  for (const [key, { names, isFolder }] of found) {
    const lot = await lotOf(root, names, isFolder)
    if (lot.files.length > 0) lots.set(key, lot)
  }
  return lots
}

/** What lies there under these names now. */
export async function lotOf(root: string, names: string[], isFolder: boolean): Promise<Lot> {
  const files: Seen[] = []
  for (const name of names) files.push(...(await (isFolder ? filesIn(root, name) : fileAt(root, name))))
  return {
    names,
    isFolder,
    files: files.map(({ path, stats }) => ({ path, size: stats.size })),
    signature: files.map(({ path, stats }) => `${path}\0${stats.size}\0${stats.mtimeMs}`).join('\n'),
  }
}

const isOurs = (name: string) => Object.values<string>(folders).includes(name.toLowerCase())

type Seen = { path: string; stats: Stats }

async function filesIn(root: string, folder: string): Promise<Seen[]> {
  const found: Seen[] = []
  for (const entry of (await readdir(join(root, folder), { withFileTypes: true })).sort(byName)) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesIn(root, path)))
    else if (!isLitter(path)) found.push(...(await fileAt(root, path)))
  }
  return found
}

async function fileAt(root: string, path: string): Promise<Seen[]> {
  // It may be gone again.
  const stats = await lstat(join(root, path)).catch(() => undefined)
  return stats?.isFile() ? [{ path, stats }] : []
}

const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
