import { ensureBuilt } from '#server/site/build.ts'
import { findBrowser, findShell } from '#tools/browser.ts'
import { otherNode } from '#tools/other-node.ts'
import { filesOf, type Group, steps as gate, parts } from './groups.ts'
import { report, type Step, take } from './report.ts'
import { runGroup } from './run-group.ts'
import { testFiles } from './test-files.ts'

// `npm run test:nodes`: what runs in Node, on other versions than the developer's. PostgreSQL answers the policies and a browser
// draws the screens, whatever Node serves them.

const versions = ['22.23.3', '24.9.0']
const names = ['server', 'contract', 'contract-rest', 'attacks', 'hostile-rest', 'browser']

const all = testFiles()
const steps: Step[] = []
await ensureBuilt((line) => console.log(line))
findBrowser()
findShell()
for (const version of versions) {
  const node = await otherNode(version)
  for (const group of [...gate, ...parts].filter(({ name }) => names.includes(name))) {
    const files = filesOf(group, all).filter((path) => !path.endsWith('smoke/screens.test.ts'))
    await take(steps, `${group.name} on Node ${version}`, () => runGroup(group as Group, files, { node }))
  }
}
process.exitCode = report(steps)
