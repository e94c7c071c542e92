import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonKeyOf, median, type Program, signIn, start } from './programs.ts'

// kill -9 during concurrent writes: nothing acknowledged is lost, and the product serves again.
// node --import tsx lab/bench/kill.ts [rounds]

const victims = ['server', 'postgres', 'both'] as const
const rounds = Number(process.argv[2] ?? 6)
const writers = 8

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
let product = await start('serve', [], env)
try {
  const anonKey = await anonKeyOf(product.url)
  const doctor = await signIn(product.url, anonKey, 'doctora@clinica.test')
  const patient = await signIn(product.url, anonKey, 'paciente@clinica.test')
  const headers = {
    apikey: anonKey,
    authorization: `Bearer ${doctor.token}`,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  }
  const measured: { victim: string; acknowledged: number; lost: number; seconds: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const victim = victims[round % victims.length] ?? 'both'
    const acknowledged: string[] = []
    let stopping = false
    const writing = Array.from({ length: writers }, async () => {
      while (!stopping) {
        const id = randomUUID()
        const note = { note: id, patient_id: patient.id, doctor_id: doctor.id }
        const answer = await fetch(`${product.url}/rest/v1/medical_notes`, {
          method: 'POST',
          headers,
          body: JSON.stringify(note),
        }).catch(() => undefined)
        if (answer?.status === 201) acknowledged.push(id)
        else if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`)
        else await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    await until(() => acknowledged.length > 200)
    const killed = performance.now()
    const before = acknowledged.length
    await kill(victim, product)
    if (victim !== 'postgres') product = await start('serve', [], env)
    await until(() => acknowledged.length > before + 20)
    const seconds = (performance.now() - killed) / 1000
    stopping = true
    await Promise.all(writing)
    const lost = await countMissing(acknowledged, headers)
    measured.push({ victim, acknowledged: acknowledged.length, lost, seconds })
  }
  console.log(`node ${process.version}, ${writers} writers, ${rounds} rounds`)
  console.table(
    victims.map((victim) => {
      const own = measured.filter((one) => one.victim === victim)
      const sum = (of: 'acknowledged' | 'lost') => own.reduce((all, one) => all + one[of], 0)
      return {
        killed: victim,
        rounds: own.length,
        acknowledged: sum('acknowledged'),
        lost: sum('lost'),
        'writing again after, median (s)': median(own.map(({ seconds }) => seconds)).toFixed(1),
        'at most (s)': Math.max(...own.map(({ seconds }) => seconds)).toFixed(1),
        goal: '0 lost, <= 10 s',
      }
    }),
  )
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function kill(victim: (typeof victims)[number], server: Program): Promise<void> {
  const pid = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  if (victim !== 'postgres') server.child.kill('SIGKILL')
  if (victim !== 'server') process.kill(pid, 'SIGKILL')
}

async function countMissing(ids: string[], headers: Record<string, string>): Promise<number> {
  let found = 0
  for (let at = 0; at < ids.length; at += 100) {
    const some = ids.slice(at, at + 100)
    const answer = await fetch(
      `${product.url}/rest/v1/medical_notes?select=note&note=in.(${some.join(',')})`,
      {
        headers,
      },
    )
    const body: unknown = await answer.json()
    if (!Array.isArray(body)) throw new Error(`Reading back: ${answer.status}`)
    found += body.length
  }
  return ids.length - found
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!isTrue()) {
    if (performance.now() > end) throw new Error('Nothing was written for a minute')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
