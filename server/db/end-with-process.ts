import type { ChildProcess } from 'node:child_process'

/**
 * Sends the signal to a detached child when this process exits, so that the child does not outlive it. Only
 * kill -9 prevents that.
 */
export function endWithProcess(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): void {
  const end = () => void child.kill(signal)
  process.on('exit', end)
  child.once('exit', () => process.off('exit', end))
  child.once('error', () => process.off('exit', end))
}
