import { writeFile } from 'node:fs/promises'
import { formatNotes, notesFile, presentHashes, readNotes } from './migration-notes.ts'

// `npm run migrations`: records the hash of every new migration in tests/lint/migrations.sha256, which a test
// compares. A recorded hash never changes: a migration that ran somewhere is not edited.

const noted = await readNotes()
const present = await presentHashes()
const wrong = [...noted].filter(([path, hash]) => present.get(path) !== hash)
if (wrong.length > 0) {
  for (const [path] of wrong)
    console.error(`${path} was edited or is gone. Put it back, and write a new migration.`)
  process.exitCode = 1
} else {
  await writeFile(notesFile, formatNotes(present))
  for (const path of present.keys()) if (!noted.has(path)) console.log(`Noted ${path}`)
}
