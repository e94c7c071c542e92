import type { ChildProcess } from 'node:child_process'

/**
 * Makes sure that a child in a session of its own (`detached`) does not outlive this process, however that exits: it gets the
 * signal then. Only a kill -9 is too sudden.
 */
export function endWithProcess(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): void {
  const end = () => void child.kill(signal)
  process.on('exit', end)
  child.once('exit', () => process.off('exit', end))
  child.once('error', () => process.off('exit', end))
}
