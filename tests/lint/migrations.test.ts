import { expect, it } from 'vitest'
import { presentHashes, readNotes } from '#tools/migration-notes.ts'

/** A migration that ran somewhere is never edited: `npm run migrations` records a new file, and only a new one. */
it('every migration is as it was when it was noted', async () => {
  const [noted, present] = [await readNotes(), await presentHashes()]
  const changed = [...noted].filter(([path, hash]) => present.get(path) !== hash).map(([path]) => path)
  expect(changed, 'edited or gone: put them back, and write a new migration').toEqual([])
  const missing = [...present.keys()].filter((path) => !noted.has(path))
  expect(missing, 'not noted yet: npm run migrations').toEqual([])
})

it('a migration is named by 14 digits and its subject', async () => {
  const names = [...(await presentHashes()).keys()].filter((path) => path.startsWith('supabase/'))
  for (const name of names) expect(name).toMatch(/^supabase\/migrations\/\d{14}_[a-z0-9_]+\.sql$/)
})
