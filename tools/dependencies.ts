import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { auditLines } from './dependency-audit.ts'
import { dependencyFindings, licences, type Package } from './dependency-rules.ts'
import { readTree } from './dependency-tree.ts'

// `npm run dependencies`: lists what is installed, under which licence, and what runs on installation; exits with 1
// when a rule is broken.

const root = fileURLToPath(new URL('..', import.meta.url))
const tree = await readTree(root)
const isDirect = ({ path, name }: Package) => path === `node_modules/${name}` && name in tree.direct

const groups: [title: string, of: (one: Package) => boolean][] = [
  ['The product asks for', (one) => one.installed && !one.dev && isDirect(one)],
  ['They bring along', (one) => one.installed && !one.dev && !isDirect(one)],
  ['Checks and tests ask for', (one) => one.installed && one.dev && isDirect(one)],
  ['They bring along', (one) => one.installed && one.dev && !isDirect(one)],
  ['In the lock file for other platforms', (one) => !one.installed],
]
for (const [title, of] of groups) {
  const members = tree.packages.filter(of).sort((a, b) => a.path.localeCompare(b.path))
  console.log(`\n== ${title} (${members.length})`)
  for (const one of members)
    console.log(
      `${`${one.name} ${one.version}`.padEnd(52)} ${one.licence.padEnd(18)}${scriptOf(one)}`.trimEnd(),
    )
}

console.log('\n== Scripts at installation, decided by name in allowScripts of package.json')
for (const [name, runs] of Object.entries(tree.allowScripts))
  console.log(`${name}: ${runs ? 'runs' : 'does not run'}`)
console.log(`\n== Licences\n${licences.join(', ')}`)
console.log(`\n== Known vulnerabilities of what the product runs\n${audit().join('\n')}`)

const findings = dependencyFindings(tree)
console.log(`\n== Findings\n${findings.length === 0 ? 'None.' : findings.join('\n')}`)
process.exitCode = findings.length === 0 ? 0 : 1

function scriptOf({ name, installScript }: Package): string {
  if (!installScript) return ''
  const allowed = tree.allowScripts[name]
  return allowed === undefined
    ? 'install script: NOT DECIDED'
    : `install script: ${allowed ? 'runs' : 'does not run'}`
}

/** Asks the registry through npm; a registry may not support it. */
function audit(): string[] {
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  const { stdout } = spawnSync(command ?? 'npm', [...first, 'audit', '--omit=dev', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return auditLines(stdout ?? '')
}
