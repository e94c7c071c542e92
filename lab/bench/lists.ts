import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPages, adminSums, doctorPages, type ListPage, searched } from './list-pages.ts'
import { anonKeyOf, median, type Program, signIn, start } from './programs.ts'

// Each list's first page as a doctor and as an administrator, unfiltered and searching, on a small clinic and on one
// ten times as large; both run at once and take turns.
// node --import tsx lab/bench/lists.ts [scale of the large one, 1 unless said] [rounds, 25 unless said] [pattern of names]
// DATA_DIR keeps the clinics for the next time, in folders like clinic-0.1.
// Goals: one request of at most 10 KB; at most 1.5 times as long, searching at most 3 times. Sums of the
// administration: at most 5 KB in at most 150 ms, including the way to the database and back.

const large = Number(process.argv[2] ?? 1)
const scales = [large / 10, large]
const rounds = Number(process.argv[3] ?? 25)
const wanted = new RegExp(process.argv[4] ?? '')
const terms = [
  'maría fernanda',
  'gómez',
  'tomografía',
  'hernández maría',
  'maría gómez',
  'gómez maría',
  'ma gómez',
  'maría fernanda gómez lópez de la',
]
const mostBytes = 10 * 1024
const mostSummed = { bytes: 5 * 1024, ms: 150 }

type Clinic = { program: Program; ask: Record<string, (list: ListPage) => Promise<Asked>> }
type Asked = { bytes: number; ms: number; total: string }

const kept = process.env.DATA_DIR
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'indice-lists-')))
await chmod(folder, 0o711)
const clinics: Clinic[] = []
try {
  for (const scale of scales) clinics.push(await open(scale))
  const rows: Record<string, unknown>[] = []
  const measured = async (who: string, list: ListPage, ratio?: number) => {
    if (wanted.test(`${who} ${list.name}`)) rows.push(await measure(who, list, ratio))
  }
  for (const [who, pages] of Object.entries({ doctora: doctorPages, admin: adminPages }))
    for (const list of pages) {
      await measured(who, list, 1.5)
      if (!list.name.includes(',')) for (const term of terms) await measured(who, searched(list, term), 3)
    }
  for (const list of adminSums) await measured('admin', list)
  console.log(`scale ${scales.join(' and ')}, ${rounds} rounds, node ${process.version}`)
  console.table(rows)
} finally {
  for (const { program } of clinics) await program.stop()
  if (kept === undefined) await rm(folder, { recursive: true, force: true })
}

async function open(scale: number): Promise<Clinic> {
  const dataDir = join(folder, `clinic-${scale}`)
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const program = await start('serve', [], { DATA_DIR: dataDir, SCALE: String(scale) })
  const anonKey = await anonKeyOf(program.url)
  const ask: Clinic['ask'] = {}
  for (const who of ['doctora', 'admin']) {
    const { token, id } = await signIn(program.url, anonKey, `${who}@clinica.test`)
    const headers = { apikey: anonKey, authorization: `Bearer ${token}`, prefer: 'count=estimated' }
    ask[who] = (list) =>
      read(`${program.url}/rest/v1/${list.path}?${list.query({ id })}`, headers, argumentsOf(list))
  }
  return { program, ask }
}

function argumentsOf({ term, args }: ListPage): Record<string, unknown> | undefined {
  return term === undefined ? args : { term }
}

async function read(
  url: string,
  headers: Record<string, string>,
  args: Record<string, unknown> | undefined,
): Promise<Asked> {
  const sent = performance.now()
  const response = await fetch(encodeURI(url), {
    headers: { ...headers, ...(args && { 'content-type': 'application/json' }) },
    ...(args && { method: 'POST', body: JSON.stringify(args) }),
  })
  const body = await response.arrayBuffer()
  const ms = performance.now() - sent
  if (!response.ok) throw new Error(`${url}: ${response.status} ${Buffer.from(body)}`)
  return { bytes: body.byteLength, ms, total: response.headers.get('content-range')?.split('/')[1] ?? '' }
}

/** The same page of both clinics in turns, without the first answers. Without a ratio the goals of sums apply. */
async function measure(who: string, list: ListPage, ratio?: number): Promise<Record<string, unknown>> {
  const asked: Asked[][] = clinics.map(() => [])
  for (let round = -3; round < rounds; round++)
    for (const [place, { ask }] of clinics.entries()) {
      const one = await ask[who]?.(list)
      if (one && round >= 0) asked[place]?.push(one)
    }
  const [small = Number.NaN, big = Number.NaN] = asked.map((all) => median(all.map(({ ms }) => ms)))
  const bytes = Math.max(...asked.flat().map((one) => one.bytes))
  return {
    who,
    list: list.name,
    requests: 1,
    total: asked[1]?.[0]?.total,
    bytes,
    [`ms at ${scales[0]}`]: small.toFixed(1),
    [`ms at ${scales[1]}`]: big.toFixed(1),
    ratio: (big / small).toFixed(2),
    goal: (
      ratio === undefined
        ? bytes <= mostSummed.bytes && big <= mostSummed.ms
        : bytes <= mostBytes && big / small <= ratio
    )
      ? 'met'
      : 'MISSED',
  }
}
