import { spawn } from 'node:child_process'

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a program with this node (or another) until it ends, and returns its exit code. Passes signals on to it and
 * ends after it: otherwise it would keep running, with everything it started.
 */
export async function runToEnd(args: string[], node = process.execPath): Promise<number> {
  const child = spawn(node, args, { stdio: 'inherit' })
  let interrupted: number | undefined
  const handOn = signals.map((signal) => {
    const listener = () => {
      interrupted = codes[signal]
      child.kill(signal)
    }
    process.on(signal, listener)
    return { signal, listener }
  })
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (ended) => resolve(ended ?? 1))
  })
  for (const { signal, listener } of handOn) process.off(signal, listener)
  return interrupted ?? code
}
