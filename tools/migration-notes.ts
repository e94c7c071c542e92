import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Lines of `sha256sum`: hash, two spaces, path. `sha256sum -c` reads it, too. */
export const notesFile = join(root, 'tests/lint/migrations.sha256')

/** The recorded hashes by path. Throws for an invalid line. */
export async function readNotes(): Promise<Map<string, string>> {
  const lines = (await readFile(notesFile, 'utf8')).split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [, hash, path] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? []
      if (!hash || !path) throw new Error(`No line of ${notesFile}: ${line}`)
      return [path, hash]
    }),
  )
}

/** The files that run once in every database, by path, in order; `*.after.sql` may change. */
export async function presentHashes(): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const folder of ['server/db/bootstrap', 'supabase/migrations']) {
    const names = (await readdir(join(root, folder))).filter((name) => /(?<!\.after)\.sql$/.test(name)).sort()
    for (const name of names) {
      const content = await readFile(join(root, folder, name))
      hashes.set(`${folder}/${name}`, createHash('sha256').update(content).digest('hex'))
    }
  }
  return hashes
}

export function formatNotes(hashes: ReadonlyMap<string, string>): string {
  return [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join('')
}
