import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** True while a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM'
  }
}

/**
 * When a process started, as an opaque text for comparing. Together with the id it identifies a process; ids
 * alone are reused. Undefined when there is no such process.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // The name in parentheses may contain anything. The state follows it; the start time is 19 fields later.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
    // A zombie (killed, not yet reaped) does nothing any more.
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  }
  const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim() || undefined
}

/** The processes whose working folder is this one; PostgreSQL's server and workers run in their data folder. */
export async function processesIn(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => undefined)))
  return pids.filter((_, index) => folders[index] === folder)
}

/** The command line of a process, or '' when there is none. */
export async function commandOf(pid: number): Promise<string> {
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.trim()
}
