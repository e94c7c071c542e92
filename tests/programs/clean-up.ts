import { rm } from 'node:fs/promises'
import { startedIn } from './started-in.ts'

// Waits until its input ends, with the test run that started it. Then it ends every process with a path in the run's
// folder in its arguments or environment (PostgreSQL, products, browsers), and removes the folder.

const folder = process.argv[2]
if (!folder) throw new Error('Name the folder of the run')
process.stdin.resume()
process.stdin.once('close', () => void cleanUp(folder))

async function cleanUp(folder: string): Promise<void> {
  const patience = Date.now() + 5000
  for (let left = await startedIn(folder); left.length > 0; left = await startedIn(folder)) {
    for (const pid of left) end(pid, Date.now() < patience ? 'SIGINT' : 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

function end(pid: number, signal: 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}
