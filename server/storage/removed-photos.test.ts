import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createFiles } from './files.ts'
import { eraseOldPhotos } from './removed-photos.ts'
import { startSweeping } from './sweep.ts'

const day = 24 * 60 * 60 * 1000
const now = new Date('2026-11-22T12:00:00Z')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-removed-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A file that was removed so many days ago. */
async function removed(bucket: string, id: string, days: number): Promise<void> {
  const files = createFiles(folder)
  const place = { bucket, id, version: `v-${days}` }
  const temporary = await files.temporary()
  await writeFile(temporary, 'bytes')
  await files.place(temporary, place)
  await files.archive(place, { reason: 'removed', at: new Date(now.getTime() - days * day) })
}
const left = async (bucket: string) =>
  (await readdir(join(folder, '.removed', bucket), { recursive: true })).sort()

it('erases photos that were put aside more than 30 days ago, with what was known of them', async () => {
  await removed('profile_photos', 'a', 31)
  await removed('profile_photos', 'a', 29)
  await removed('profile_photos', 'b', 400)
  expect(await eraseOldPhotos(folder, now)).toBe(2)
  expect(await left('profile_photos')).toEqual(['a', join('a', 'v-29'), join('a', 'v-29.json')])
})

it('is done as soon as the product starts', async () => {
  await removed('profile_photos', 'a', 20_000)
  await (await startSweeping(folder))()
  expect(await left('profile_photos')).toEqual([])
})

it('leaves the files of studies for ever', async () => {
  await removed('study_files', 'a', 4000)
  expect(await eraseOldPhotos(folder, now)).toBe(0)
  expect(await left('study_files')).toEqual(['a', join('a', 'v-4000'), join('a', 'v-4000.json')])
})

it('takes the time of the move where none was noted, and does nothing without a folder', async () => {
  expect(await eraseOldPhotos(folder, now)).toBe(0)
  const own = join(folder, '.removed', 'profile_photos', 'a')
  await mkdir(own, { recursive: true })
  await writeFile(join(own, 'v'), 'bytes')
  await writeFile(join(own, 'v.json'), 'cut o')
  expect(await eraseOldPhotos(folder, new Date(Date.now() + 29 * day))).toBe(0)
  expect(await eraseOldPhotos(folder, new Date(Date.now() + 31 * day))).toBe(1)
})
