import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isMissing } from './files.ts'

/** Only photos: files of studies are medical records and stay. */
const photos = join('.removed', 'profile_photos')
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

const facts = z.object({ at: z.coerce.date() })

/** Whether a removed photo (`{object id}/{version}` below their folder) has been there for over 30 days. */
export async function isOldPhoto(folder: string, path: string, now: Date): Promise<boolean> {
  const file = join(folder, photos, path.replace(/\.json$/, ''))
  const at = await putAsideAt(file)
  return at !== undefined && now.getTime() - at > KEPT_MS
}

/** The time noted beside the photo, else when the file was moved. */
async function putAsideAt(file: string): Promise<number | undefined> {
  const text = await readFile(`${file}.json`, 'utf8').catch(() => '')
  const written = facts.safeParse(text === '' ? undefined : parse(text))
  if (written.success) return written.data.at.getTime()
  return (await stat(file).catch(() => undefined))?.ctimeMs
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Erases photos removed over 30 days ago, with the notes beside them. Returns how many. */
export async function eraseOldPhotos(folder: string, now: Date): Promise<number> {
  let erased = 0
  for (const id of await names(join(folder, photos))) {
    const own = join(folder, photos, id)
    for (const version of await names(own)) {
      if (version.endsWith('.json') || !(await isOldPhoto(folder, join(id, version), now))) continue
      await rm(join(own, version), { force: true })
      await rm(join(own, `${version}.json`), { force: true })
      erased += 1
    }
    // Fails unless the folder is empty.
    await rmdir(own).catch(() => undefined)
  }
  return erased
}

async function names(path: string): Promise<string[]> {
  return readdir(path).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}
