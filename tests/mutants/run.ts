import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createVitest } from 'vitest/node'
import { engines, freshDatabase } from '#tests/engines.ts'
import { setup } from '#tests/postgres-setup.ts'
import { equivalent } from './equivalent.ts'
import { fromCatalogue } from './from-catalogue.ts'
import { createJudge, engineName, type Outcome, type Trial } from './judge.ts'
import { type Mutant, mutantsByHand } from './mutants.ts'

/**
 * `npm run test:mutants [-- text]`: breaks one database rule at a time and runs a file of tests/policies that should notice
 * it, and when it does not, the next one; `text` selects mutants by name or first file, `--one-in=20` every twentieth, other
 * ones each day. Exits with 1 and the survivors, if any.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'one-in': { type: 'string' } },
})
const text = positionals.join(' ').toLowerCase()
const sample = values['one-in'] === undefined ? undefined : Number(values['one-in'])
const today = Math.floor(Date.now() / 86_400_000)

/** Nothing is broken in it: a failure elsewhere means nothing unless it passes. Before a sample, all tests have passed. */
const sound: Mutant = { name: '(nothing broken)', files: [], sql: 'select 1' }

const started = performance.now()
const teardown = await setup()
try {
  const chosen = [...(await readCatalogue()), ...mutantsByHand]
    .filter(({ name, files }) => `${files[0]} ${name}`.toLowerCase().includes(text))
    .filter((_, index) => sample === undefined || (index + today) % sample === 0)
  await judgeAll(chosen)
} finally {
  await teardown?.()
}

/** Those by hand name the file that notices them. */
async function readCatalogue(): Promise<Mutant[]> {
  const plain = (sql: string) => sql.replaceAll('"', '')
  const byHand = new Set(mutantsByHand.map(({ sql }) => plain(sql)))
  const [engine] = engines()
  if (!engine) throw new Error('There is no engine to break rules on')
  const { database, dispose } = await freshDatabase(engine)
  try {
    return (await fromCatalogue(database)).filter(
      ({ name, sql }) => !(name in equivalent || byHand.has(plain(sql))),
    )
  } finally {
    await dispose()
  }
}

async function judgeAll(chosen: readonly Mutant[]): Promise<void> {
  const wrong: string[] = []
  const checked = new Set<string>()
  let killed = 0
  let untried = 0
  let left = chosen
  for (let round = 0; left.length > 0; round++) {
    const trials = left.flatMap((mutant) =>
      mutant.files.slice(round, round + 1).map((file) => ({ mutant, file })),
    )
    const controls = [...new Set(trials.map(({ file }) => file))]
      .filter((file) => sample === undefined && !checked.has(file))
      .map((file) => ({ mutant: sound, file }))
    for (const { file } of controls) checked.add(file)
    const outcomes = await tryAll([...controls, ...trials])
    for (const { mutant, file, verdict, by } of outcomes) {
      const isLast = mutant.files[round + 1] === undefined
      if (mutant === sound) {
        if (verdict !== 'SURVIVED') wrong.push(`RED: ${file}: ${by}`)
      } else if (verdict === 'killed') killed++
      else if (verdict === 'BROKEN' || isLast)
        wrong.push(`${verdict}: ${mutant.files.join(', ')}, ${mutant.name}: ${by}`)
    }
    untried += controls.length + left.length - outcomes.length
    left = outcomes
      .filter(({ mutant, verdict }) => verdict === 'SURVIVED' && mutant.files[round + 1])
      .map(({ mutant }) => mutant)
  }
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  console.log(`\n${chosen.length} mutants, ${killed} killed, ${minutes} min`)
  for (const line of wrong) console.log(line)
  if (untried > 0) console.log(`${untried} were not tried`)
  process.exitCode = wrong.length > 0 || untried > 0 || chosen.length === 0 ? 1 : 0
}

async function tryAll(trials: readonly Trial[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const judge = createJudge(trials, (outcome) => {
    outcomes.push(outcome)
    const { mutant, file, verdict, seconds, by } = outcome
    const place = `${String(outcomes.length).padStart(4)}/${trials.length}`
    const title = `${file.replace('.test.ts', '').padEnd(15)} ${mutant.name.padEnd(62)}`
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
    projects: [...new Set(trials.map(({ file }) => file))].map((file) => ({
      test: {
        name: file,
        include: [`tests/policies/${file}`],
        env: { TEST_MUTANTS: mutantsOf(file, trials) },
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
  return outcomes
}

function mutantsOf(file: string, trials: readonly Trial[]): string {
  return JSON.stringify(
    trials.flatMap((trial, index) => (trial.file === file ? [[engineName(index), trial.mutant.sql]] : [])),
  )
}
