import { ensureBuilt } from '#server/site/build.ts'
import { filesOf, steps as groups } from './groups.ts'
import { report, type Step, take } from './report.ts'
import { runGroup } from './run-group.ts'
import { testFiles } from './test-files.ts'
import { lint, tool, types } from './tools.ts'

// `npm run check`: the part of `npm test` that needs neither a database nor a browser, and code that nothing uses.

const all = testFiles()
const steps: Step[] = []
await take(steps, 'types', types)
await take(steps, 'lint', lint)
await take(steps, 'unused', () => tool('knip/bin/knip.js', []))
await ensureBuilt((line) => console.log(line))
for (const group of groups.filter(({ name }) => name === 'units' || name === 'server'))
  await take(steps, group.name, () => runGroup(group, filesOf(group, all)))
process.exitCode = report(steps)
