import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { privacyPath, recoveryPath, trackingPath } from '#domain/addresses.ts'
import * as paths from '#web/hooks/paths.ts'
import { screens } from '#web/portal/screens.ts'

// Addresses are written in web/hooks/paths.ts, admin-paths.ts and domain/addresses.ts; everywhere else they are imported.

const home = ['web/hooks/paths.ts', 'web/hooks/admin-paths.ts']
const all = [
  ...screens.map(({ path }) => path),
  paths.checkReceipt(''),
  privacyPath,
  recoveryPath,
  trackingPath,
]
const begins = [...new Set(all.map((path) => path.split('/')[1]))]

const wrong = [
  new RegExp(`['"\`}]/(?:${begins.join('|')})(?![\\w-])`),
  // A search; `select` belongs to the REST interface.
  /['"`/\w}]\?(?!select=)\w+=(?!=)/,
  // A relative one: of the administration.
  /\b(?:to=|navigate\()\{?['"`][\w/]/,
]

/** The lines of a file that write an address, without comments. */
function literals(code: string): string[] {
  const bare = code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  return bare.split('\n').filter((line) => wrong.some((pattern) => pattern.test(line)))
}

it.each([
  `<Link to="/dashboard/patients" className={x}>`,
  'const link = `/invoice/$' + '{number}`',
  `location.assign('/dashboard')`,
  'const link = `$' + '{site}/recibo/$' + '{token}`',
  `<a href="/aviso-de-privacidad">`,
  `<Link to={name ? \`?seccion=\${name}\` : x}>`,
  `const users = 'users?rol=doctores'`,
  `<Link to="cash-cut">`,
  `navigate('users')`,
])('finds the address in %s', (code) => expect(literals(code)).toEqual([code]))

it.each([
  `<Link to=".." relative="path">`,
  'to={`#$' + '{id}`}',
  `import { x } from '#web/queries/invoices.ts'`,
  `// Opens '/dashboard'.`,
  `/** \`?paciente=\` names whose it begins with (docs/product/dashboard.md). */`,
  `call('services?select=name&active=is.true')`,
  `const x = a?.b ?? c`,
])('finds none in %s', (code) => expect(literals(code)).toEqual([]))

it('no file of the web writes an address itself', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .map((file) => `web/${file}`)
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !home.includes(file))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    literals(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
