import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { printed } from '#tests/programs/run.ts'
import { createFakeBackend, machineOf } from './fake-backend.ts'

const main = fileURLToPath(new URL('../../station/main.ts', import.meta.url))

export type Running = {
  pid: number
  port: number
  /** Resident, in MB. */
  memory(): Promise<number>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  close(): Promise<void>
}

type Options = {
  /** A free one unless it is wanted. */
  port?: number
  /** Whom it calls; without it, a backend that knows the machines TOMO and PANO and takes everything. */
  backend?: { url: string; anonKey: string; stationKey: string }
}

/** `npm run station` on a folder. */
export async function startProgram(
  dataDir: string,
  { port: wanted = 0, backend }: Options = {},
): Promise<Running> {
  const fake = backend ? undefined : await serveFake()
  const { url, anonKey, stationKey } = backend ?? { url: fake?.url ?? '', anonKey: 'a', stationKey: 'k' }
  const env = {
    ...process.env,
    ...{ SUPABASE_URL: url, SUPABASE_ANON_KEY: anonKey, STATION_KEY: stationKey },
    ...{ DICOM_PORT: String(wanted), DATA_DIR: dataDir },
  }
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await printed(child, (text) => /puerto \d+/.test(text))
  const port = Number(/puerto (\d+)/.exec(said)?.[1])
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    pid: child.pid ?? 0,
    port,
    kill,
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    },
    async close() {
      await kill()
      fake?.close()
    },
  }
}

async function serveFake() {
  const machines = ['TOMO', 'PANO'].map((aet) => machineOf(aet))
  const backend = createFakeBackend(machines)
  const server = createServer((request, response) => {
    // Whoever asks may be killed meanwhile.
    void serve(request, response).catch(() => response.destroy())
  })
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = 'GET', url = '/' } = request
    const body = Buffer.concat(chunks)
    const answer = await backend.fetch(`http://localhost${url}`, { method, ...(body.length > 0 && { body }) })
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}
