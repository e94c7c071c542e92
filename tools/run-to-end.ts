import { spawn } from 'node:child_process'

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Options = {
  node?: string | undefined
  /** Added to the environment. */
  env?: Record<string, string>
  /** Gets what the program prints, which is shown as well. */
  onText?: (text: string) => void
}

/**
 * Runs a program with this node (or another) until it ends, and returns its exit code. Passes signals on to it, waits until it has
 * ended, and ends this process: otherwise it would keep running, with everything it started.
 */
export async function runToEnd(args: string[], options: Options = {}): Promise<number> {
  const { node = process.execPath, env, onText } = options
  const child = spawn(node, args, {
    stdio: onText ? ['inherit', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text)
      onText?.(text)
    })
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
  if (interrupted !== undefined) process.exit(interrupted)
  return code
}
