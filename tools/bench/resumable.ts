import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonKeyOf, median, memoryOf, type Program, signIn, start } from './programs.ts'

// One study in pieces of 6 MB, as the portal sends it, beside bare @tus/server; each in a process of its own, taking turns.
// node --import tsx tools/bench/resumable.ts [megabytes] [rounds]

const size = Number(process.argv[2] ?? 800) * 1_000_000
const rounds = Number(process.argv[3] ?? 3)
const piece = 6 * 1024 * 1024

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
const bareDir = join(folder, 'bare')
await mkdir(dataDir, { mode: 0o711 })
await mkdir(bareDir)
const product = await start('serve', [], { DATA_DIR: dataDir })
const bare = await start('bare-tus', [bareDir])
try {
  const anonKey = await anonKeyOf(product.url)
  const { token } = await signIn(product.url, anonKey, 'admin@clinica.test')
  const patient = await signIn(product.url, anonKey, 'paciente@clinica.test')
  const identity = { apikey: anonKey, authorization: `Bearer ${token}` }
  const ways = {
    product: async (bytes: number) => {
      const name = `${patient.id}/${randomUUID()}/estudio.zip`
      const metadata = { bucketName: 'study_files', objectName: name, contentType: 'application/zip' }
      const sent = await send(`${product.url}/storage/v1/upload/resumable`, identity, metadata, bytes)
      const address = `${product.url}/storage/v1/object/study_files/${name}`
      if ((await hashAt(address, identity)) !== sent) throw new Error('Other bytes came back')
      await fetch(address, { method: 'DELETE', headers: identity })
      await rm(join(dataDir, 'files/.removed'), { recursive: true, force: true })
    },
    bare: async (bytes: number) => {
      await send(`${bare.url}/files`, {}, {}, bytes)
      await rm(bareDir, { recursive: true })
      await mkdir(bareDir)
    },
  }
  const seconds = { product: [] as number[], bare: [] as number[] }
  const growth = { product: 0, bare: 0 }
  let sending = 0
  // A small one first, so that one-time loading does not count as growth.
  for (const [round, bytes] of [30_000_000, ...Array<number>(rounds).fill(size)].entries()) {
    for (const [name, program] of [
      ['product', product],
      ['bare', bare],
    ] as const) {
      const grown = await watch(program, () => ways[name](bytes))
      if (round === 0) continue
      seconds[name].push(sending)
      growth[name] = Math.max(growth[name], grown)
    }
  }
  const speed = (name: keyof typeof seconds) => size / 1e6 / median(seconds[name])
  console.log(
    `node ${process.version}; ${rounds} rounds of ${size / 1e6} MB; the same bytes came back each time`,
  )
  console.table([
    {
      'MB a second, product': speed('product').toFixed(0),
      'bare @tus/server': speed('bare').toFixed(0),
      ratio: (speed('product') / speed('bare')).toFixed(2),
      'goal ratio': '>= 0.7',
      'memory growth, product (MB)': (growth.product / 1e6).toFixed(1),
      'bare (MB)': (growth.bare / 1e6).toFixed(1),
      'goal (MB)': '<= 50',
    },
  ])

  /** Sends this many bytes, notes the time of the pieces, and returns their hash. */
  async function send(
    endpoint: string,
    headers: Record<string, string>,
    metadata: Record<string, string>,
    bytes: number,
  ): Promise<string> {
    const tus = { ...headers, 'tus-resumable': '1.0.0' }
    const encoded = Object.entries(metadata).map(
      ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
    )
    const content = randomBytes(piece)
    content.write('PK\x03\x04', 'latin1')
    const hash = createHash('sha256')
    const started = performance.now()
    const begun = await fetch(endpoint, {
      method: 'POST',
      headers: {
        ...tus,
        'upload-length': String(bytes),
        ...(encoded.length > 0 && { 'upload-metadata': encoded.join(',') }),
      },
    })
    const address = new URL(begun.headers.get('location') ?? '', endpoint)
    for (let offset = 0; offset < bytes; ) {
      content.writeUInt32LE(offset, 8)
      const body = content.subarray(0, Math.min(piece, bytes - offset))
      hash.update(body)
      const answer = await fetch(address, {
        method: 'PATCH',
        headers: {
          ...tus,
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
        },
        body,
      })
      if (answer.status !== 204) throw new Error(`PATCH: ${answer.status} ${await answer.text()}`)
      offset = Number(answer.headers.get('upload-offset'))
    }
    sending = (performance.now() - started) / 1000
    return hash.digest('hex')
  }
} finally {
  await Promise.all([product.stop(), bare.stop()])
  await rm(folder, { recursive: true, force: true })
}

/** The program's peak memory growth during the work. */
async function watch(program: Program, work: () => Promise<void>): Promise<number> {
  const before = memoryOf(program.pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(program.pid))
  }, 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most - before
}

async function hashAt(address: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(address, { headers })
  if (!answer.ok || !answer.body) throw new Error(`Download: ${answer.status}`)
  const hash = createHash('sha256')
  for await (const chunk of answer.body) hash.update(chunk)
  return hash.digest('hex')
}
