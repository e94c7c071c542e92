import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'
import { setup } from '#tests/postgres-setup.ts'
import { createJudge, engineName, type Trial } from './judge.ts'
import { type Mutant, mutants } from './mutants.ts'

/**
 * `npm run test:mutants [-- text]`: breaks one database rule at a time and runs the file of
 * tests/policies that must notice it; `text` selects mutants by name or file, `--one-in=20`
 * every twentieth, other ones each day. Exits with 1 and the survivors, if any.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'one-in': { type: 'string' } },
})
const text = positionals.join(' ').toLowerCase()
const sample = values['one-in'] === undefined ? undefined : Number(values['one-in'])
const today = Math.floor(Date.now() / 86_400_000)
const chosen = mutants
  .filter(({ name, file }) => `${file} ${name}`.toLowerCase().includes(text))
  .filter((_, index) => sample === undefined || (index + today) % sample === 0)
const files = [...new Set(chosen.map(({ file }) => file))]

/** Nothing is broken in these: a failure elsewhere means nothing unless they pass. Before a sample, all tests have passed. */
const controls = (sample === undefined ? files : []).map(
  (file): Mutant => ({ name: '(nothing broken)', file, sql: 'select 1' }),
)
const all = [...controls, ...chosen]

const trials: Trial[] = []
const started = performance.now()
const teardown = await setup()
try {
  await tryAll()
} finally {
  await teardown?.()
}
report()

async function tryAll(): Promise<void> {
  const judge = createJudge(all, (trial) => {
    trials.push(trial)
    const { mutant, verdict, seconds, by } = trial
    const place = `${String(trials.length).padStart(4)}/${all.length}`
    const title = `${mutant.file.replace('.test.ts', '').padEnd(15)} ${mutant.name.padEnd(62)}`
    console.log(
      `${place} ${title} ${verdict.padEnd(8)} ${seconds.toFixed(1).padStart(5)} s  ${by.slice(0, 90)}`,
    )
  })
  const vitest = await createVitest('test', {
    root,
    config: false,
    watch: false,
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: [judge],
    projects: files.map((file) => ({
      test: {
        name: file,
        include: [`tests/policies/${file}`],
        env: { TEST_MUTANTS: mutantsOf(file) },
        testTimeout: 60_000,
        hookTimeout: 120_000,
      },
    })),
  })
  try {
    await vitest.start()
  } finally {
    await vitest.close()
  }
}

function mutantsOf(file: string): string {
  return JSON.stringify(
    all.flatMap((mutant, index) => (mutant.file === file ? [[engineName(index), mutant.sql]] : [])),
  )
}

function report(): void {
  const tried = trials.filter(({ mutant }) => !controls.includes(mutant))
  const killed = tried.filter(({ verdict }) => verdict === 'killed')
  const wrong = trials.filter(({ mutant, verdict }) =>
    controls.includes(mutant) ? verdict !== 'SURVIVED' : verdict !== 'killed',
  )
  const missing = all.length - trials.length
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  console.log(`\n${chosen.length} mutants, ${killed.length} killed, ${minutes} min`)
  for (const { mutant, verdict, by } of wrong)
    console.log(`${controls.includes(mutant) ? 'RED' : verdict}: ${mutant.file}, ${mutant.name}: ${by}`)
  if (missing > 0) console.log(`${missing} were not tried`)
  process.exitCode = wrong.length > 0 || missing > 0 || chosen.length === 0 ? 1 : 0
}
