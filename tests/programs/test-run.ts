import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setup } from '#tests/postgres-setup.ts'

// Starts what a test run starts, then does nothing for ever: PostgreSQL, and a program in its own session, like a
// browser, that knows the folder. Prints the run's folder.

await setup()
const ofBrowser = await mkdtemp(join(tmpdir(), 'profile-'))
spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)', ofBrowser], {
  detached: true,
  stdio: 'ignore',
})
console.log(process.env.TEST_FOLDER)
setInterval(() => {}, 60_000)
