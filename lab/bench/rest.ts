import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify } from '@node-rs/bcrypt'
import { hashPassword } from '#server/auth/passwords.ts'
import { anonKeyOf, median, type Program, processorTimeOf, signIn, start } from './programs.ts'

// A signed-in list of 20 rows with two embeds, and signing in, beside their yardsticks; both servers run at once and
// alternate. One connection asks as one doctor. Ten ask as ten administrators, who all see the same list: one account alone
// would be a heavy user, whose requests wait for each other (docs/decisions/0023-what-one-question-may-cost.md).
// node --import tsx lab/bench/rest.ts [postgres|pglite]

const rounds = 3
const seconds = 2
const path =
  '/rest/v1/citas?select=id,appointment_date,appointment_time,status,study_type,patient:profiles!patient_id(full_name,email),doctor:profiles!doctor_id(full_name,specialty)&order=appointment_date.desc,id.asc&limit=20'

const kind = process.argv[2] === 'pglite' ? 'pglite' : 'postgres'
const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
// PostgreSQL may run as another user, who must be able to enter.
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const running: Program[] = []
let people: People | undefined
try {
  if (kind === 'pglite') {
    await mkdir(join(dataDir, 'pglite'))
    const first = await start('serve', [], { DATA_DIR: dataDir })
    // The yardstick's copy needs the sessions too: a token without one reads nothing.
    people = await peopleOf(first.url)
    await first.stop()
    await cp(join(dataDir, 'pglite'), join(folder, 'copy'), { recursive: true })
  }
  const product = await start('serve', [], { DATA_DIR: dataDir })
  running.push(product)
  const { jwtSecret } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  const yardstick = await start('yardstick', [kind, await whereOf(), jwtSecret])
  running.push(yardstick)

  const anonKey = await anonKeyOf(product.url)
  people ??= await peopleOf(product.url)
  const targets = {
    product: { url: product.url + path, pid: product.pid },
    yardstick: { url: yardstick.url, pid: yardstick.pid },
  }
  for (const headers of [people.doctor, ...people.administrators]) {
    const [ours, least] = await Promise.all([
      read(targets.product.url, headers),
      read(targets.yardstick.url, headers),
    ])
    if (JSON.stringify(JSON.parse(ours)) !== JSON.stringify(JSON.parse(least)))
      throw new Error('The answers differ')
  }

  const rows: Record<string, unknown>[] = []
  for (const callers of [people.administrators, [people.doctor]]) {
    const connections = callers.length
    await load(targets.product, callers, 2)
    await load(targets.yardstick, callers, 2)
    const measured: { product: Load; yardstick: Load }[] = []
    for (let round = 0; round < rounds; round++) {
      measured.push({
        product: await load(targets.product, callers, seconds),
        yardstick: await load(targets.yardstick, callers, seconds),
      })
    }
    const of = (side: 'product' | 'yardstick', value: keyof Load) =>
      median(measured.map((one) => one[side][value]))
    const ratio = (value: keyof Load) =>
      median(measured.map((one) => one.product[value] / one.yardstick[value]))
    const row = (what: string, value: keyof Load, goal: string) => ({
      what,
      product: of('product', value).toFixed(2),
      yardstick: of('yardstick', value).toFixed(2),
      ratio: ratio(value).toFixed(2),
      goal,
    })
    rows.push(
      connections === 1
        ? row('median latency, 1 connection (ms)', 'latency', '<= 1.2')
        : row(`requests a second, ${connections} connections`, 'rate', '>= 0.9'),
      row(`processor time a request, ${connections} connections (ms)`, 'processor', ''),
    )
  }
  rows.push(await signInRow(product.url, anonKey), await meanwhileRow(targets.product, people.doctor, anonKey))
  console.log(`engine: ${kind}, node ${process.version}`)
  console.table(rows)
} finally {
  for (const program of running.reverse()) await program.stop()
  await rm(folder, { recursive: true, force: true })
}

async function whereOf(): Promise<string> {
  if (kind === 'pglite') return join(folder, 'copy')
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8')
  return JSON.stringify({ host: join(dataDir, 'postgres'), user: 'postgres', password, database: 'postgres' })
}

type Credentials = Record<string, string>
type People = { doctor: Credentials; administrators: Credentials[] }

/** A doctor and ten administrators, eight of them patients until now, signed in. */
async function peopleOf(url: string): Promise<People> {
  const anonKey = await anonKeyOf(url)
  const headersOf = async (email: string): Promise<Credentials> => {
    const { token } = await signIn(url, anonKey, email)
    return { apikey: anonKey, authorization: `Bearer ${token}` }
  }
  const admin = await headersOf('admin@clinica.test')
  const patients = `${url}/rest/v1/profiles?select=email&role=neq.doctor&email=like.*@correo.test&order=email&limit=8`
  const emails: { email: string }[] = JSON.parse(await read(patients, admin))
  const promoted = await fetch(
    `${url}/rest/v1/profiles?email=in.(${emails.map(({ email }) => `"${email}"`).join()})`,
    {
      method: 'PATCH',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ role: 'doctor', is_admin: true }),
    },
  )
  if (emails.length < 8 || !promoted.ok) throw new Error(`No ten administrators: ${promoted.status}`)
  const administrators = [admin, await headersOf('admin2@clinica.test')]
  for (const { email } of emails) administrators.push(await headersOf(email))
  return { doctor: await headersOf('doctora@clinica.test'), administrators }
}

type Load = { rate: number; latency: number; processor: number }
type Target = { url: string; pid: number }

/** One connection for each of the callers. */
async function load({ url, pid }: Target, callers: readonly Credentials[], time: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: callers.length })
  const end = performance.now() + time * 1000
  const latencies: number[] = []
  const started = performance.now()
  const used = processorTimeOf(pid)
  await Promise.all(
    callers.map(async (headers) => {
      while (performance.now() < end) {
        const sent = performance.now()
        await read(url, headers, agent)
        latencies.push(performance.now() - sent)
      }
    }),
  )
  agent.destroy()
  return {
    rate: latencies.length / ((performance.now() - started) / 1000),
    latency: median(latencies),
    processor: (processorTimeOf(pid) - used) / latencies.length,
  }
}

function read(url: string, headers: Credentials, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, ...(agent && { agent }) }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        if (response.statusCode === 200) resolve(text)
        else reject(new Error(`${response.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** One at a time: what a person waits for. */
async function signInRow(url: string, anonKey: string): Promise<Record<string, unknown>> {
  const hash = await hashPassword('Demo-2026!')
  const times = { product: [] as number[], yardstick: [] as number[] }
  const warmUp = 20
  for (let round = -warmUp; round < 60; round++) {
    const begun = performance.now()
    await signIn(url, anonKey, 'paciente@clinica.test')
    const between = performance.now()
    await verify('Demo-2026!', hash)
    if (round < 0) continue
    times.product.push(between - begun)
    times.yardstick.push(performance.now() - between)
  }
  const [ours, least] = [median(times.product), median(times.yardstick)]
  return {
    what: 'sign-in beside its bcrypt alone (ms)',
    product: ours.toFixed(2),
    yardstick: least.toFixed(2),
    ratio: (ours / least).toFixed(2),
    goal: '<= 1.15',
  }
}

/** The list while people sign in one after the other, beside the list alone. */
async function meanwhileRow(
  target: Target,
  headers: Credentials,
  anonKey: string,
): Promise<Record<string, unknown>> {
  const alone = await load(target, [headers], seconds)
  const end = performance.now() + seconds * 1000
  const signingIn = async () => {
    while (performance.now() < end) await signIn(new URL(target.url).origin, anonKey, 'paciente@clinica.test')
  }
  const [meanwhile] = await Promise.all([load(target, [headers], seconds), signingIn()])
  return {
    what: 'median latency of the list while people sign in, beside alone (ms)',
    product: meanwhile.latency.toFixed(2),
    yardstick: alone.latency.toFixed(2),
    ratio: (meanwhile.latency / alone.latency).toFixed(2),
    goal: '',
  }
}
