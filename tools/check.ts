import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '#server/site/build.ts'
import { findBrowser } from './browser.ts'
import { runToEnd } from './run-to-end.ts'

// `npm test`: every check, in the order in which a mistake is found soonest. Stops at the first that fails.

type Step = { name: string; run: () => number | Promise<number> }

const steps: Step[] = [
  { name: 'types', run: () => tool('typescript', 'bin/tsc', ['--noEmit']) },
  { name: 'lint', run: () => tool('@biomejs/biome', 'bin/biome', ['ci', '--error-on-warnings', '.']) },
  { name: 'unused files, exports and dependencies', run: () => tool('knip', 'bin/knip.js', []) },
  { name: 'build', run: build },
  { name: 'browser', run: browser },
  { name: 'tests', run: () => tool('vitest', 'vitest.mjs', ['run']) },
]

for (const { name, run } of steps) {
  const started = Date.now()
  console.log(`\n== ${name}`)
  const code = await run()
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (code !== 0) {
    console.error(`== ${name}: failed after ${seconds} s`)
    process.exit(code)
  }
  console.log(`== ${name}: fine (${seconds} s)`)
}
console.log('\nEverything is fine.')

/** Runs a tool of node_modules with this node; answers its exit code. */
function tool(name: string, script: string, args: string[]): Promise<number> {
  const path = fileURLToPath(new URL(`../node_modules/${name}/${script}`, import.meta.url))
  return runToEnd([path, ...args])
}

async function build(): Promise<number> {
  await ensureBuilt((line) => console.log(line))
  return 0
}

function browser(): number {
  console.log(findBrowser())
  return 0
}
