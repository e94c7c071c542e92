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
  // PostgreSQL may be another user, who has to pass through.
  await chmod(folder, 0o711)
  process.env.TEST_FOLDER = process.env.TMPDIR = folder
  return cleanUp
}

/** The program's input ends when this process does, even by a kill -9; a session of its own keeps it alive then. */
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
