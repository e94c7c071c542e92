import { type ChildProcess, spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, link, mkdir, mkdtemp, open, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/free-port.ts'
import { dcmtk } from '#tests/station/dcmtk.ts'
import { startProgram } from '#tests/station/program.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { anonKeyOf, median, processorTimeOf, signIn, start } from './programs.ts'

// How fast images of a machine are taken, and in how much memory: dcmtk's storescp, the station alone and the station in the product's
// process, in turns, each with the same files by dcmtk's storescu. Both tools of dcmtk as they are, which wait for acknowledgements of TCP
// between two instances (Nagle), and with TCP_NODELAY. 'The disk alone' is what the station promises of each instance, and storescp does not:
// written, fsynced, named, the folder fsynced.
// node --import tsx lab/bench/station.ts [rounds] [MB of the one large instance]

const MB = 1024 * 1024
const rounds = Number(process.argv[2] ?? 3)
const large = Number(process.argv[3] ?? 800)
const few = { instances: 560, bytes: Math.round((146 * MB) / 560) }

type Target = { name: string; port: number; pid: number; brought?(study: string): Promise<void> }
type Measured = { target: string; rate: number; taking: number; bringing: number; processor: number }

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const ended: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  const [plain, hurried] = [await openYardstick('0'), await openYardstick('1')]
  const stations = [await openAlone(), await openProduct()]
  for (const { port } of [plain, hurried, ...stations]) await until(async () => (await echo(port)) === 0)
  const measured: (Measured & { what: string })[] = []
  const tries = [
    ...Array.from({ length: 2 * rounds }, (_, at) => ({ ...few, hurries: at % 2 === 1 })),
    ...(large > 0 ? [{ instances: 1, bytes: large * MB, hurries: true }] : []),
  ]
  for (const [round, { instances, bytes, hurries }] of tries.entries()) {
    process.env.TCP_NODELAY = hurries ? '1' : '0'
    const study = `2.25.900.${process.pid}.${round}`
    const sent = join(folder, `sent-${round}`)
    await writeStudy(sent, study, instances, bytes)
    const what = instances === 1 ? `one of ${large} MB` : `${instances} of 146 MB${hurries ? ', TCP_NODELAY' : ''}`
    measured.push({ what, ...(await diskAlone(sent, instances * bytes)) })
    for (const target of [hurries ? hurried : plain, ...stations]) measured.push({ what, ...(await measure(target, sent, study, instances * bytes)) })
    await rm(sent, { recursive: true })
  }
  console.log(`node ${process.version}, ${rounds} rounds, rates as medians, memory at most`)
  for (const what of new Set(measured.map((one) => one.what))) {
    const of = (target: string) => measured.filter((one) => one.what === what && one.target === target)
    const rateOf = (target: string) => median(of(target).map(({ rate }) => rate))
    console.table(
      [...new Set(measured.map(({ target }) => target))].map((name) => ({
        [what]: name,
        'MB a second': rateOf(name).toFixed(1),
        'of storescp': (rateOf(name) / rateOf('storescp')).toFixed(2),
        'processor (s)': told(median(of(name).map(({ processor }) => processor)), 1),
        'memory above rest while it comes (MB)': told(Math.max(...of(name).map(({ taking }) => taking))),
        'while it is brought (MB)': told(Math.max(...of(name).map(({ bringing }) => bringing))),
      })),
    )
  }
} finally {
  for (const end of ended.reverse()) await end()
}

async function openYardstick(noDelay: '0' | '1'): Promise<Target> {
  const port = await freePort()
  const out = join(folder, `storescp-${noDelay}`)
  await mkdir(out)
  const env = { ...process.env, TCP_NODELAY: noDelay }
  const child = spawn('storescp', ['-od', out, String(port)], { env, stdio: 'ignore' })
  ended.push(() => end(child))
  return { name: 'storescp', port, pid: child.pid ?? 0 }
}

async function openAlone(): Promise<Target> {
  const running = await startProgram(join(folder, 'alone'))
  ended.push(() => running.close())
  return { name: 'npm run station', port: running.port, pid: running.pid }
}

async function openProduct(): Promise<Target> {
  const port = await freePort()
  const dataDir = join(folder, 'clinic')
  await mkdir(dataDir, { mode: 0o711 })
  const product = await start('serve', [], { DATA_DIR: dataDir, DICOM_PORT: String(port) })
  ended.push(() => product.stop())
  const apikey = await anonKeyOf(product.url)
  const { token } = await signIn(product.url, apikey, 'admin@clinica.test')
  const headers = { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const added = await fetch(`${product.url}/rest/v1/rpc/set_machine`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ machine: { name: 'Tomógrafo', aet: 'TOMO' } }),
  })
  if (!added.ok) throw new Error(`Adding a machine: ${added.status} ${await added.text()}`)
  return {
    name: 'npm start',
    port,
    pid: product.pid,
    brought: (study) =>
      until(async () => {
        const asked = `${product.url}/rest/v1/arrivals?select=state&state=neq.receiving&study_uid=eq.${study}`
        const answer = await fetch(asked, { headers })
        return Array.isArray(await answer.json().then((rows: unknown[]) => (rows.length > 0 ? rows : null)))
      }),
  }
}

async function measure({ name, port, pid, brought }: Target, sent: string, study: string, bytes: number) {
  await sleep(2000)
  const rest = await memoryOf(pid, 'VmRSS')
  await forgetPeak(pid)
  const [began, worked] = [performance.now(), processorTimeOf(pid)]
  const { status, text } = await dcmtk('storescu', ['-aet', 'TOMO', '127.0.0.1', String(port), '+sd', sent])
  const seconds = (performance.now() - began) / 1000
  if (status !== 0) throw new Error(`${name}: ${text}`)
  const processor = (processorTimeOf(pid) - worked) / 1000
  const taking = (await memoryOf(pid, 'VmHWM')) - rest
  await forgetPeak(pid)
  await brought?.(study)
  const bringing = brought ? (await memoryOf(pid, 'VmHWM')) - rest : Number.NaN
  return { target: name, rate: bytes / MB / seconds, processor, taking, bringing }
}

async function diskAlone(sent: string, bytes: number): Promise<Measured> {
  const [parts, named] = [await mkdtemp(join(folder, 'disk-')), await mkdtemp(join(folder, 'disk-'))]
  const began = performance.now()
  for (const name of await readdir(sent)) {
    const file = await open(join(parts, name), 'wx')
    for await (const piece of createReadStream(join(sent, name), { highWaterMark: MB })) await file.write(piece)
    await file.sync()
    await file.close()
    await link(join(parts, name), join(named, name))
    const place = await open(named)
    await place.sync()
    await place.close()
    await unlink(join(parts, name))
  }
  const seconds = (performance.now() - began) / 1000
  await rm(named, { recursive: true })
  const none = { processor: Number.NaN, taking: Number.NaN, bringing: Number.NaN }
  return { target: 'the disk alone', rate: bytes / MB / seconds, ...none }
}

function told(figure: number, digits = 0): string {
  return Number.isNaN(figure) ? '' : figure.toFixed(digits)
}

async function echo(port: number): Promise<number | null> {
  return (await dcmtk('echoscu', ['-aet', 'TOMO', '127.0.0.1', String(port)])).status
}

/** In MB (Linux). */
async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

/** The highest memory is counted from here on. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** Slices of noise; what is in their pixels costs a receiver nothing. */
async function writeStudy(place: string, study: string, instances: number, bytes: number): Promise<void> {
  await mkdir(place)
  const noise = randomFillSync(Buffer.alloc(Math.min(bytes, MB)))
  const size = bytes - (bytes % 2)
  const pixels = Buffer.from([0xe0, 0x7f, 0x10, 0, 0x4f, 0x57, 0, 0, 0, 0, 0, 0])
  pixels.writeUInt32LE(size, 8)
  for (let number = 1; number <= instances; number++) {
    const elements = {
      ...imageElements({ columns: 512, rows: 512 }),
      '00080018': ['UI', `${study}.${number}`] as [string, string],
      '0020000D': ['UI', study] as [string, string],
      '00200013': ['IS', String(number)] as [string, string],
    }
    const file = await open(join(place, `${number}.dcm`), 'wx')
    await file.write(writeDicom({ elements }))
    await file.write(pixels)
    for (let at = 0; at < size; at += noise.length) await file.write(noise.subarray(0, Math.min(noise.length, size - at)))
    await file.close()
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const last = performance.now() + 600_000
  while (!(await isTrue())) {
    if (performance.now() > last) throw new Error('It was waited for ten minutes')
    await sleep(200)
  }
}
