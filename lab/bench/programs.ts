import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Program = { url: string; pid: number; child: ChildProcess; stop(): Promise<void> }

/** Starts a program of this folder in a node of its own and waits for the line with its address; drops its other output. */
export async function start(
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Program> {
  const file = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    const look = (part: Buffer) => {
      text += part.toString('utf8')
      const line = text.split('\n').find((one) => one.startsWith('{"url"') && one.endsWith('}'))
      if (!line) return
      // From here on its log is read and dropped, at no cost to the measurement.
      child.stdout.off('data', look).resume()
      resolve(JSON.parse(line).url)
    }
    child.stdout.on('data', look)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    child,
    stop: async () => {
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 15_000).unref()
      await gone
    },
  }
}

/** A process's resident memory in bytes (Linux). */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

export const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

export type Tokens = { token: string; id: string }

/** Signs a demo account in. */
export async function signIn(url: string, anonKey: string, email: string): Promise<Tokens> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Demo-2026!' }),
  })
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null || !answer.ok) throw new Error(`Sign-in: ${answer.status}`)
  return {
    token: String(Reflect.get(body, 'access_token')),
    id: String(Reflect.get(Reflect.get(body, 'user'), 'id')),
  }
}

/** The public key of a running product. */
export async function anonKeyOf(url: string): Promise<string> {
  const body: unknown = await (await fetch(`${url}/config.json`)).json()
  return String(typeof body === 'object' && body !== null ? Reflect.get(body, 'supabaseAnonKey') : '')
}

/** The processor time of a process, in ms (Linux, 100 ticks a second); more reliable than the clock on a busy machine. */
export function processorTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
