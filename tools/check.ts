import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '#server/site/build.ts'
import { findBrowser, findShell } from './browser.ts'
import { otherNode } from './other-node.ts'
import { runToEnd } from './run-to-end.ts'
import { nodes, type Step, served, tiers, titles } from './tiers.ts'

// `npm run check`, `npm test`, `npm run test:ci`, `npm run test:all` and `npm run test:nodes`: run the steps of a tier and of those
// above it, the fastest to find a mistake first. Stops at the first failure.

const runs: Record<Step, (node?: string) => Promise<number>> = {
  types: () => tool('typescript/bin/tsc', ['--noEmit']),
  lint: () => tool('@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
  unused: () => tool('knip/bin/knip.js', []),
  units: () => vitest(['domain*', 'web*', 'server'], []),
  build: async () => {
    await ensureBuilt((line) => console.log(line))
    return 0
  },
  browser: async () => {
    console.log(findBrowser(), findShell())
    return 0
  },
  first: () => vitest(['database', 'smoke'], ['-t', titles.first]),
  server: (node) => vitest(['server'], [], node),
  served: (node) => vitest(['database', 'smoke'], ['-t', titles.first, ...served], node),
  second: () => vitest(['database', 'smoke'], ['-t', titles.second]),
  installation: () => vitest(['installation', 'floods'], []),
  journeys: () => vitest(['e2e'], []),
  mutants: () => runToEnd(['--import', 'tsx', fileOf('tests/mutants/run.ts'), '--one-in=20']),
  nodes: async () => {
    for (const version of nodes.versions) {
      const node = await otherNode(version)
      for (const step of nodes.steps) {
        const code = await timed(`${step} on Node ${version}`, () => runs[step](node))
        if (code !== 0) return code
      }
    }
    return 0
  },
}

const wanted = process.argv[2]
if (wanted === 'nodes') await testNodes()
else await testTiers(tiers.findIndex(({ name }) => name === wanted))

async function testTiers(last: number): Promise<void> {
  const tier = tiers[last]
  if (!tier) throw new Error(`Name one of: ${tiers.map(({ name }) => name).join(', ')}, nodes`)
  const started = Date.now()
  for (const { steps } of tiers.slice(0, last + 1)) for (const step of steps) await take(step, runs[step])
  judge(started, tier.minutes)
}

async function testNodes(): Promise<void> {
  const started = Date.now()
  await take('nodes', runs.nodes)
  judge(started, nodes.minutes)
}

/** Runs a step and stops the whole run if it fails. */
async function take(name: string, run: () => Promise<number>): Promise<void> {
  const code = await timed(name, run)
  if (code !== 0) process.exit(code)
}

/** Runs a step, prints its time and returns its exit code. */
async function timed(name: string, run: () => Promise<number>): Promise<number> {
  const started = Date.now()
  console.log(`\n== ${name}`)
  const code = await run()
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (code === 0) console.log(`== ${name}: fine (${seconds} s)`)
  else console.error(`== ${name}: failed after ${seconds} s`)
  return code
}

/** Reports the time. Fails at more than twice the goal (TEST_PATIENCE times on a slow or shared machine). */
function judge(started: number, goal: number): void {
  const minutes = (Date.now() - started) / 60_000
  const patience = Number(process.env.TEST_PATIENCE ?? 2)
  const late = minutes > goal * patience
  console.log(`\nEverything is fine. ${minutes.toFixed(1)} min; the goal on two quiet cores is ${goal} min.`)
  if (!late) return
  console.error(
    `More than ${patience} times as long as the goal: make the tests quicker, see docs/testing.md.`,
  )
  process.exit(1)
}

function fileOf(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

/** Runs a tool of node_modules; returns its exit code. */
function tool(script: string, args: string[], node?: string): Promise<number> {
  return runToEnd([fileOf(`node_modules/${script}`), ...args], node)
}

function vitest(projects: string[], args: string[], node?: string): Promise<number> {
  const named = projects.map((project) => `--project=${project}`)
  return tool('vitest/vitest.mjs', ['run', '--passWithNoTests', ...named, ...args], node)
}
