import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonKeyOf, type Program, signIn, start } from './programs.ts'

// 'Por interpretar' and its count as a doctor and as an administrator, where 100,000 studies wait for a report and where a
// tenth does; both clinics run at once and take turns.
// node --import tsx tools/bench/awaiting.ts [studies that wait, 100,000 unless said] [rounds, 100 unless said]
// Goals (result.md row 77): one request of at most 7 KB, its 95th percentile at most 1.5 times as long. Without
// `awaiting_reports` the same list took 5.5 s on PGlite and passed the limit of a statement on PostgreSQL.

const many = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 100)
const mostBytes = 7 * 1024
const mostTimes = 1.5

const pictured =
  'id,study_type,study_date,file_url,study_previews(kind,thumb_path,thumb_width,thumb_height,tint,parts)'
const study = `${pictured},patient_id,created_at,patient_name,doctor_name`
const paths = {
  list: `awaiting_reports?select=study:studies(${study})&order=created_at.asc,study_id.asc&offset=0&limit=10`,
  count: 'awaiting_reports?select=study_id&limit=1',
}

type Asked = { bytes: number; ms: number; total: string }
type Clinic = { program: Program; ask: (who: string, path: string) => Promise<Asked> }

const folder = await mkdtemp(join(tmpdir(), 'indice-awaiting-'))
await chmod(folder, 0o711)
const clinics: Clinic[] = []
try {
  for (const size of [many / 10, many]) clinics.push(await open(size))
  const rows: Record<string, unknown>[] = []
  for (const who of ['doctora', 'admin'])
    for (const [name, path] of Object.entries(paths)) rows.push(await measure(who, name, path))
  console.log(`${many / 10} and ${many} studies, ${rounds} rounds, node ${process.version}`)
  console.table(rows)
} finally {
  for (const { program } of clinics) await program.stop()
  await rm(folder, { recursive: true, force: true })
}

async function open(size: number): Promise<Clinic> {
  const dataDir = join(folder, String(size))
  await mkdir(dataDir, { mode: 0o711 })
  const program = await start('serve', [], { DATA_DIR: dataDir, AWAITING: String(size) })
  const apikey = await anonKeyOf(program.url)
  const tokens = new Map<string, string>()
  for (const who of ['doctora', 'admin'])
    tokens.set(who, (await signIn(program.url, apikey, `${who}@clinica.test`)).token)
  const ask = async (who: string, path: string): Promise<Asked> => {
    const headers = { apikey, authorization: `Bearer ${tokens.get(who)}`, prefer: 'count=estimated' }
    const sent = performance.now()
    const response = await fetch(`${program.url}/rest/v1/${path}`, { headers })
    const body = await response.arrayBuffer()
    const ms = performance.now() - sent
    if (!response.ok) throw new Error(`${path}: ${response.status} ${Buffer.from(body)}`)
    return { bytes: body.byteLength, ms, total: response.headers.get('content-range')?.split('/')[1] ?? '' }
  }
  return { program, ask }
}

/** The same request of both clinics in turns, without the first answers. */
async function measure(who: string, name: string, path: string): Promise<Record<string, unknown>> {
  const asked: Asked[][] = clinics.map(() => [])
  for (let round = -3; round < rounds; round++)
    for (const [place, { ask }] of clinics.entries()) {
      const one = await ask(who, path)
      if (round >= 0) asked[place]?.push(one)
    }
  const [small = Number.NaN, large = Number.NaN] = asked.map((all) => slow(all.map(({ ms }) => ms)))
  const bytes = Math.max(...asked.flat().map((one) => one.bytes))
  return {
    who,
    name,
    total: asked[1]?.[0]?.total,
    bytes,
    [`p95 ms at ${many / 10}`]: small.toFixed(1),
    [`p95 ms at ${many}`]: large.toFixed(1),
    ratio: (large / small).toFixed(2),
    goal: bytes <= mostBytes && large / small <= mostTimes ? 'met' : 'MISSED',
  }
}

/** The 95th percentile. */
function slow(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}
