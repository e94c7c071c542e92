import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createFakeBackend } from './fake-backend.ts'

const main = fileURLToPath(new URL('../../station/main.ts', import.meta.url))

export type Running = {
  port: number
  /** Resident, in MB. */
  memory(): Promise<number>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** `npm run station` on a folder, at a free port unless one is wanted, for the machines TOMO and PANO, beside a backend that takes everything. */
export async function startProgram(dataDir: string, wanted = 0): Promise<Running> {
  const machines = ['TOMO', 'PANO'].map((aet) => ({ aet, address: null, active: true }))
  const backend = createFakeBackend(machines)
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url = '/' } = request
    const body = Buffer.concat(chunks)
    const answer = await backend.fetch(`http://localhost${url}`, { method, ...(body.length > 0 && { body }) })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const env = {
    ...process.env,
    SUPABASE_URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    SUPABASE_ANON_KEY: 'a',
    STATION_KEY: 'k',
    DICOM_PORT: String(wanted),
    DATA_DIR: dataDir,
  }
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await listening(child)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    port,
    kill,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
    async close() {
      await kill()
      server.close()
    },
  }
}

async function listening({ stdout }: ChildProcess): Promise<number> {
  let said = ''
  for await (const chunk of stdout ?? []) {
    said += chunk
    const port = /puerto (\d+)/.exec(said)?.[1]
    if (port) {
      stdout?.resume()
      return Number(port)
    }
  }
  throw new Error(`The station did not start: ${said}`)
}
