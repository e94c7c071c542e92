import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Vitest's globalSetup: one temporary folder for all that a run writes. However the run ends, `programs/clean-up.ts` ends what was
 * started there and removes the folder.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_FOLDER !== undefined) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'indice-tests-'))
  const cleanUp = cleanUpAfterUs(folder)
  // PostgreSQL may be another user, who must be able to enter.
  await chmod(folder, 0o711)
  process.env.TEST_FOLDER = process.env.TMPDIR = folder
  return cleanUp
}

/** The program's input ends with this process, even by a kill -9; it survives in a session of its own. */
function cleanUpAfterUs(folder: string): () => Promise<void> {
  const program = fileURLToPath(new URL('./programs/clean-up.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', program, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  child.unref()
  return async () => {
    const ended = once(child, 'exit')
    child.ref()
    child.stdin.end()
    await ended
  }
}
