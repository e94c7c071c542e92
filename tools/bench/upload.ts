import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { anonKeyOf, memoryOf, signIn, start } from './programs.ts'

// One large file up and down again, with the server in a process of its own: how much its memory grows, and the same bytes.
// node --import tsx tools/bench/upload.ts [megabytes]

const size = Number(process.argv[2] ?? 500) * 1_000_000
const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const product = await start('serve', [], { DATA_DIR: dataDir })
try {
  const anonKey = await anonKeyOf(product.url)
  const { token } = await signIn(product.url, anonKey, 'admin@clinica.test')
  const patient = await signIn(product.url, anonKey, 'paciente@clinica.test')
  const headers = { apikey: anonKey, authorization: `Bearer ${token}` }
  const rows: Record<string, unknown>[] = []
  // A small one first, so that one-time loading does not count as growth.
  for (const bytes of [5_000_000, size]) {
    const url = `${product.url}/storage/v1/object/study_files/${patient.id}/${randomUUID()}.zip`
    const sent = await watch(() => upload(url, headers, bytes))
    const received = await watch(() => download(url, headers))
    if (sent.value !== received.value) throw new Error('Other bytes came back')
    for (const [what, { seconds, growth }] of Object.entries({ upload: sent, download: received })) {
      rows.push({
        what: `${what} of ${bytes / 1e6} MB`,
        'MB a second': (bytes / 1e6 / seconds).toFixed(0),
        'memory growth (MB)': (growth / 1e6).toFixed(1),
        goal: '<= 50',
      })
    }
  }
  console.log(`node ${process.version}; the same bytes came back each time`)
  console.table(rows)
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function watch(work: () => Promise<string>) {
  const before = memoryOf(product.pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(product.pid))
  }, 20)
  const started = performance.now()
  try {
    const value = await work()
    return { value, seconds: (performance.now() - started) / 1000, growth: most - before }
  } finally {
    clearInterval(timer)
  }
}

async function upload(url: string, headers: Record<string, string>, bytes: number): Promise<string> {
  const hash = createHash('sha256')
  const piece = randomBytes(1_000_000)
  const content = function* () {
    for (let left = bytes; left > 0; left -= piece.byteLength) {
      piece.writeUInt32LE(left % 2 ** 32)
      const next = Buffer.from(piece.subarray(0, Math.min(left, piece.byteLength)))
      hash.update(next)
      yield next
    }
  }
  const length = { 'content-length': String(bytes), 'content-type': 'application/zip' }
  const sent = request(url, { method: 'POST', headers: { ...headers, ...length } })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  )
  await pipeline(Readable.from(content()), sent)
  const answer = await answered
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`Upload: ${answer.statusCode}`)
  return hash.digest('hex')
}

async function download(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers })
  if (!answer.ok || !answer.body) throw new Error(`Download: ${answer.status}`)
  const hash = createHash('sha256')
  for await (const chunk of answer.body) hash.update(chunk)
  return hash.digest('hex')
}
