import { execFileSync } from 'node:child_process'
import { ensureBuilt } from '#server/site/build.ts'
import { journeysFor } from '#tests/e2e/map.ts'
import { filesOf, type Group, parts } from './groups.ts'
import { report, type Step, take } from './report.ts'
import { runPart } from './run-part.ts'
import { testFiles } from './test-files.ts'

// `npm run test:touched -- BASE`: of what `npm test` leaves out, the parts and journeys that guard what changed since a commit.

const [base] = process.argv.slice(2)
if (!base) {
  console.error('Name the commit since which files count as changed: npm run test:touched -- main')
  process.exit(2)
}
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
const changed = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
const all = testFiles()
const journeys = journeysFor(changed)
const wanted = parts.flatMap((part: Group): [Group, string[]][] => {
  const files = filesOf(part, all)
  if (part.touches && changed.some((path) => part.touches?.test(path))) return [[part, files]]
  const touched = files.filter((path) => changed.includes(path) || journeys.includes(path))
  return touched.length > 0 && !part.repeats ? [[part, touched]] : []
})
for (const [{ name }, files] of wanted) console.log(`${name}: ${files.length} files`)
const steps: Step[] = []
await ensureBuilt((line) => console.log(line))
for (const [part, files] of wanted) await take(steps, part.name, () => runPart(part, files, true))
process.exitCode = report(steps)
