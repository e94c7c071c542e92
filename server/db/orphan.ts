import { readdir, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf, isAlive, processesIn } from '#server/process-info.ts'

/**
 * Stops a PostgreSQL that a killed process of ours left running in this data folder, so that a new one can
 * start. It shuts down normally, with everything committed on disk. Hold the data folder's lock. Returns
 * whether there was one. Throws when it does not stop.
 */
export async function stopOrphan(dataFolder: string): Promise<boolean> {
  const pidFile = join(dataFolder, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return false
  const folder = await realpath(dataFolder)

  if (!(await isOurs(pid, folder))) {
    // After the server was killed, its workers soon end by themselves.
    const haveWorkersEnded = await waitUntil(async () => (await workersIn(folder)).length === 0, 10_000)
    // The id now belongs to an unrelated process, or to a zombie. PostgreSQL would take it for a running server
    // and refuse to start.
    if (haveWorkersEnded && isAlive(pid)) {
      for (const file of [pidFile, ...(await socketLocksOf(pid, dataFolder))]) await rm(file, { force: true })
    }
    return false
  }
  for (const [signal, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    process.kill(pid, signal)
    if (await waitUntil(async () => !(await isOurs(pid, folder)), patience)) return true
  }
  throw new Error(
    `PostgreSQL (proceso ${pid}) sigue usando ${folder} y no se detiene. Detenlo y vuelve a intentar.`,
  )
}

/** The lock files beside the sockets in this folder that name the process. */
async function socketLocksOf(pid: number, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\.s\.PGSQL\.\d+\.lock$/.test(name))
  const paths = files.map((name) => join(folder, name))
  const owners = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => '')))
  return paths.filter((_, index) => owners[index]?.split('\n')[0] === String(pid))
}

async function isOurs(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') return (await processesIn(folder)).includes(pid)
  return (await commandOf(pid)).includes(folder)
}

async function workersIn(folder: string): Promise<number[]> {
  return process.platform === 'linux' ? processesIn(folder) : []
}

/** Checks every 50 ms for at most `patience` ms; returns whether it became true. */
async function waitUntil(isTrue: () => Promise<boolean>, patience: number): Promise<boolean> {
  const end = Date.now() + patience
  while (!(await isTrue())) {
    if (Date.now() > end) return false
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return true
}
