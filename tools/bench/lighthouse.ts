import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { browserArguments, findBrowser } from '#tools/browser.ts'
import { median, start } from './programs.ts'

// Lighthouse on the public page, as a phone. It is fetched by npx, because nothing else here needs it; 12.8.2 is the last for Node.js 20.
// node --import tsx tools/bench/lighthouse.ts [rounds]

const rounds = Number(process.argv[2] ?? 5)
const version = '12.8.2'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Report = {
  categories: Record<
    (typeof categories)[number],
    { score: number; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<string, { score: number | null; title: string }>
}

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'indice-bench-'))
await chmod(folder, 0o711)
const dataDir = join(folder, 'clinic')
await mkdir(dataDir, { mode: 0o711 })
// A real clinic's site knows its address.
const port = '38471'
const product = await start('serve', [], {
  DATA_DIR: dataDir,
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
})
try {
  const reports: Report[] = []
  // Sometimes the browser's trace has no beginning (NO_NAVSTART): such a round is run again.
  for (let attempt = 0; reports.length < rounds && attempt < 2 * rounds; attempt++) {
    const report = await measure(attempt).catch(() => undefined)
    if (report) reports.push(report)
  }
  console.log(`lighthouse ${version}, node ${process.version}, medians of ${rounds}`)
  console.table(
    categories.map((category) => {
      const scores = reports.map((report) => Math.round(report.categories[category].score * 100))
      return { category, median: median(scores), scores: scores.join(' '), lost: lost(reports, category) }
    }),
  )
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measure(round: number): Promise<Report> {
  const file = join(folder, `report-${round}.json`)
  await run(
    'npx',
    [
      '--yes',
      `lighthouse@${version}`,
      product.url,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      `--chrome-flags=--headless=new ${browserArguments.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() } },
  )
  return JSON.parse(await readFile(file, 'utf8'))
}

/** The checks that cost points in any round. */
function lost(reports: Report[], category: (typeof categories)[number]): string {
  const names = reports.flatMap(({ categories, audits }) =>
    categories[category].auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  )
  return [...new Set(names)].join(' ')
}
