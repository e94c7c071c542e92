import { ensureBuilt } from '#server/site/build.ts'
import { findBrowser, findShell } from '#tools/browser.ts'
import { filesOf, steps as groups } from './groups.ts'
import { report, type Step, take } from './report.ts'
import { runGroup } from './run-group.ts'
import { testFiles } from './test-files.ts'
import { lint, types } from './tools.ts'

// `npm test`: what must be green before anything is handed in (docs/testing.md). Every step runs, whatever became of the one before.

const all = testFiles()
const steps: Step[] = []
await take(steps, 'types', types)
await take(steps, 'lint', lint)
await take(steps, 'build', async () => {
  await ensureBuilt((line) => console.log(line))
  return { passed: 1, red: [], flaky: [] }
})
for (const group of groups)
  await take(steps, group.name, async () => {
    if (group.name === 'browser') console.log(findBrowser(), findShell())
    const outcome = await runGroup(group, filesOf(group, all))
    // A pattern that fits no title must not pass for tests that passed.
    if (outcome.passed + outcome.red.length === 0) throw new Error('No test ran')
    return outcome
  })
process.exitCode = report(steps)
