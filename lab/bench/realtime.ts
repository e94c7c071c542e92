import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { decodeJwt, SignJWT } from 'jose'
import { demoClinic } from '#demo/generate/demo-clinic.ts'
import { createMoment } from '#demo/generate/moment.ts'
import { demoSeed } from '#demo/seed.ts'
import { seedHours } from '#domain/clinic-hours.ts'
import { anonKeyOf, memoryOf, processorTimeOf, signIn, start } from './programs.ts'
import { type Listener, listen, type Person } from './realtime-listener.ts'
import { type Change, createWriter } from './realtime-writer.ts'

// 500 live sockets of ten people while 50 rows a second change: whether each socket gets exactly what its person may
// see, how soon, and at what cost. The same writes without sockets come first, to know their own cost. With ten
// sessions, sockets of a person share one; with 500 each has its own, as when every browser signed in.
// node --import tsx lab/bench/realtime.ts [sockets] [seconds] [sessions]

const sockets = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 20)
const sessionCount = Number(process.argv[4] ?? 10)
const perSecond = 50
const patienceMs = 30_000

// People and their doctors come from the generator, never from the product's answers.
const clinic = demoClinic(
  createMoment({ seed: demoSeed, now: new Date(), zone: 'America/Mexico_City', hours: seedHours }),
  'bench',
)
const doctors = clinic.people.filter(({ role }) => role === 'doctor')
const patients = clinic.people.filter(({ role }) => role !== 'doctor')
const admins = new Set(doctors.flatMap(({ id, is_admin }) => (is_admin ? id : [])))
const treats = (doctor: string, patient: string) =>
  clinic.links.some((link) => link.doctor_id === doctor && link.patient_id === patient)

/** The product's rules, written independently: only doctors see notes, and administrators see every study and payment. */
function maySee(who: string, { table, patient, author }: Change): boolean {
  if (who === author) return true
  if (table === 'medical_notes') return treats(who, patient)
  if (who === patient || admins.has(who)) return true
  return table === 'studies' && treats(who, patient)
}

const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
const product = await start('serve', [], { DATA_DIR: dataDir })
const listeners: Listener[] = []
try {
  const postmaster = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  const anonKey = await anonKeyOf(product.url)
  const people: Person[] = []
  for (const { id, email, role } of [...doctors, ...patients.slice(2, 8)]) {
    const session = await signIn(product.url, anonKey, email)
    if (session.id !== id) throw new Error('The generator knows other people than the product')
    const kind = admins.has(id) ? 'administrator' : role === 'doctor' ? 'doctor' : 'patient'
    people.push({ ...session, name: `${kind} ${people.length + 1}` })
  }
  const write = createWriter({
    url: product.url,
    anonKey,
    tokens: new Map(people.map(({ id, token }) => [id, token])),
    subjects: patients.slice(0, 11).map(({ id }) => ({
      id,
      doctors: clinic.links.flatMap((link) => (link.patient_id === id ? link.doctor_id : [])),
    })),
  })

  const alone = await watch(postmaster, () => writeFor(seconds / 2, write))
  const { jwtSecret } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
  const sessions = await Promise.all(
    Array.from({ length: sessionCount }, async (_, index) => {
      const person = people[index % people.length]
      if (!person) throw new Error('Nobody signed in')
      return { person, token: await anotherSession(person.token, jwtSecret) }
    }),
  )
  const memoryBefore = memoryOf(product.pid)
  const started = performance.now()
  const joins = Array.from({ length: sockets }, (_, index) => {
    const session = sessions[index % sessions.length]
    if (!session) throw new Error('Nobody listens')
    return listen(product.url, anonKey, session.person, session.token)
  })
  listeners.push(...(await Promise.all(joins)))
  const joinSeconds = (performance.now() - started) / 1000
  const live = await watch(postmaster, async () => {
    const changes = await writeFor(seconds, write)
    const end = performance.now() + patienceMs
    const due = new Map(people.map(({ id }) => [id, changes.filter((change) => maySee(id, change)).length]))
    while (
      listeners.some(({ person, got }) => got.size < (due.get(person.id) ?? 0)) &&
      performance.now() < end
    ) {
      await pause(20)
    }
    return changes
  })
  // Waits, so that changes that must not arrive would have arrived.
  await pause(2_000)

  const { rows, latencies, bad } = compare(people, live.value)
  console.log(
    `node ${process.version}, ${listeners.length} sockets of ${sessionCount} sessions; 'due' is for one socket, what follows for all of that person's`,
  )
  console.table(rows)
  const megabytes = [memoryBefore, live.memory].map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`)
  const at = (part: number) =>
    `${(latencies[Math.floor(latencies.length * part)] ?? Number.NaN).toFixed(0)} ms`
  console.table({
    changes: `${live.value.length} in ${live.seconds.toFixed(1)} s, until the last had arrived`,
    deliveries: `${latencies.length}, ${(latencies.length / live.seconds).toFixed(0)} a second`,
    'from sending the write to its arrival, median': at(0.5),
    'the same, 95th percentile': at(0.95),
    'all sockets joined after': `${joinSeconds.toFixed(1)} s`,
    'server memory before the sockets, most': megabytes.join(', '),
    'server, of one core': `${live.server} (${alone.server} without sockets)`,
    'PostgreSQL, of one core': `${live.postgres} (${alone.postgres} without sockets)`,
  })
  if (bad > 0) process.exitCode = 1
} finally {
  for (const { close } of listeners) close()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** The same person's token, as from another sign-in; 500 sign-ins at once would be refused. */
function anotherSession(token: string, jwtSecret: string): Promise<string> {
  // A token of an unknown session would see nothing; an extra claim makes it another listener.
  return new SignJWT({ ...decodeJwt(token), listener: randomUUID() })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret))
}

/** What should have arrived against what did; latencies in ms, sorted. */
function compare(people: Person[], changes: Change[]) {
  const byKey = new Map(changes.map((change) => [change.key, change]))
  const latencies: number[] = []
  const rows = people.map((person) => {
    const due = changes.filter((change) => maySee(person.id, change))
    const row = { who: person.name, sockets: 0, due: due.length, right: 0, missing: 0, leaked: 0 }
    const count = { twice: 0, cut: 0 }
    for (const listener of listeners.filter((one) => one.person === person)) {
      row.sockets += 1
      row.missing += due.filter(({ key }) => !listener.got.has(key)).length
      for (const [key, at] of listener.got) {
        const change = byKey.get(key)
        if (change && maySee(person.id, change)) {
          row.right += 1
          latencies.push(at - change.sentAt)
        } else row.leaked += 1
      }
      count.twice += listener.count.twice
      count.cut += listener.count.cut
    }
    return { ...row, ...count }
  })
  const bad = rows.reduce((sum, row) => sum + row.missing + row.leaked + row.twice + row.cut, 0)
  return { rows, latencies: latencies.sort((a, b) => a - b), bad }
}

/** Starts a write every 20 ms, answered or not, and waits for all. */
async function writeFor(duration: number, write: () => Promise<Change>): Promise<Change[]> {
  const started = performance.now()
  const writing: Promise<Change>[] = []
  while (writing.length < duration * perSecond) {
    const next = write()
    // A failure is thrown below, once the others are done.
    next.catch(() => {})
    writing.push(next)
    const wait = started + (writing.length * 1000) / perSecond - performance.now()
    if (wait > 0) await pause(wait)
  }
  return Promise.all(writing)
}

/** Runs something and measures its time, the server's peak memory and the share of one core that both programs used. */
async function watch<T>(postmaster: number, work: () => Promise<T>) {
  const before = { server: processorTimeOf(product.pid), postgres: await postgresTimeOf(postmaster) }
  let memory = 0
  const timer = setInterval(() => {
    memory = Math.max(memory, memoryOf(product.pid))
  }, 100)
  const started = performance.now()
  try {
    const value = await work()
    const ms = performance.now() - started
    const share = (used: number) => `${((used / ms) * 100).toFixed(0)} %`
    return {
      value,
      memory,
      seconds: ms / 1000,
      server: share(processorTimeOf(product.pid) - before.server),
      postgres: share((await postgresTimeOf(postmaster)) - before.postgres),
    }
  } finally {
    clearInterval(timer)
  }
}

/** The processor time of PostgreSQL and its connections; those that ended meanwhile do not count. */
async function postgresTimeOf(postmaster: number): Promise<number> {
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const pids = [postmaster, ...children.trim().split(' ').filter(Boolean).map(Number)]
  return pids.reduce((sum, pid) => sum + processorTimeOf(pid), 0)
}
