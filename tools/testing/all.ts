import { parseArgs } from 'node:util'
import { ensureBuilt } from '#server/site/build.ts'
import { filesOf, type Group, steps as gate, parts } from './groups.ts'
import { report, type Step, take } from './report.ts'
import { runPart } from './run-part.ts'
import { testFiles } from './test-files.ts'

// `npm run test:all [-- --part=NAME …] [--resume] [--list]`: what `npm test` leaves out, in parts; all of them without a name.

const { values } = parseArgs({
  options: {
    part: { type: 'string', multiple: true },
    resume: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const all = testFiles()
const named = values.part ?? parts.map(({ name }) => name)
const unknown = named.filter((name) => !parts.some((part) => part.name === name))
if (values.list) list()
else if (unknown.length > 0) {
  console.error(
    `No part is called ${unknown.join(', ')}. There are: ${parts.map(({ name }) => name).join(', ')}`,
  )
  process.exitCode = 2
} else await run()

async function run(): Promise<void> {
  const steps: Step[] = []
  await ensureBuilt((line) => console.log(line))
  for (const part of parts.filter(({ name }) => named.includes(name)))
    await take(steps, part.name, () => runPart(part, filesOf(part, all), values.resume))
  process.exitCode = report(steps)
}

function list(): void {
  const row = (group: Group, where: string) =>
    [where, group.name, `${filesOf(group, all).length} files`, group.about].join(' | ')
  for (const group of gate) console.log(row(group, 'npm test'))
  for (const part of parts) console.log(row(part, 'part'))
}
