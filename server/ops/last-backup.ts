import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const note = z.object({ at: z.iso.datetime(), file: z.string(), missing: z.number() })

type LastBackup = z.infer<typeof note>

const fileOf = (dataDir: string) => join(dataDir, 'last-backup.json')

/** Records when the last verified backup was made, for `npm run doctor`. */
export async function noteBackup(dataDir: string, last: LastBackup): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.new`, JSON.stringify(last), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** The last recorded backup; undefined when there is none or the record cannot be read. */
export async function readLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return note.parse(JSON.parse(await readFile(fileOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}
