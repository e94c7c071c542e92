import { readdir, readFile } from 'node:fs/promises'
import { readTitles, type Title } from './test-titles.ts'

export const coverageFile = 'docs/product/coverage.md'

/** Subjects in the order of the page, each with the paths that belong to it. The first match counts; the last takes the rest. */
const subjects: readonly (readonly [subject: string, paths: RegExp])[] = [
  [
    'The public page and the request form',
    /^web\/site\/|^server\/(site|clinic)|request-form|domain\/clinic|e2e\/(landing|header)/,
  ],
  ["A study's images", /imaging(?!\/sending)|viewer|volumes|meshes/],
  ['Sharing a study', /sharing|(study|open)-shares?|shared-studies/],
  ['Payments and receipts', /invoice|receipt|payment|print|money|income|cash-cut/],
  ['Appointments', /appointment|agenda|booking|calendar|slots|citas|\/(week|ics)\./],
  ['The trail', /audit|trail|access-log|record-access/],
  ['Referring doctors', /referr/],
  ['Study requests', /\/requests\/|(link|study)-requests|request-(edit|number|status)/],
  ['Live changes', /live|realtime/],
  ['Studies and their files', /stud(y|ies)|storage|upload|resumable|file-size|files-paths|sending/],
  ['Signing in and sessions', /auth|session|sign-|identity|token|password|new-secret|fresh-proof/],
  ['Accounts, credentials and the profile', /account|credential|profile|crop|user/],
  ['Patients and their records', /patient|notes|\/record|people|person|phones|policies\/names/],
  [
    'The administration',
    /admin|overview|analytics|export|catalogue-panel|services|health|removal|csv|\/change\./,
  ],
  ['Limits and floods', /limit|floods|entrance|effort|concurrency|races/],
  ['Attacks', /hostile/],
  ['The portal: addresses, layout and home', /^web\/(portal|features\/home)|^tests\/(e2e|smoke)/],
  ['Lists, forms and messages', /^(web|domain)\//],
  ['Who may do what', /policies/],
  ['Running the product', /^server\/(?!http|rest|functions)|installation|ops|hosted|backend-role/],
  ['The code, its dependencies and its weight', /^tools\/|^tests\/lint\//],
  ['The demo clinic', /^demo\//],
  ['The protocols of the backend', /^/],
]

const folders = ['demo', 'domain', 'server', 'supabase', 'tests', 'tools', 'web']

/** Every file that may hold titles, sorted by path. Tests of the policies take some titles from files beside them. */
export async function readTestFiles(): Promise<{ path: string; source: string }[]> {
  const lists = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
    ),
  )
  const paths = lists.flat().filter((path) => /\.test\.tsx?$|^tests\/policies\/.*\.ts$/.test(path))
  return Promise.all(paths.sort().map(async (path) => ({ path, source: await readFile(path, 'utf8') })))
}

const lines = ({ title, inside }: Title, indent: string): string[] => [
  `${indent}- ${title}`,
  ...inside.flatMap((each) => lines(each, `${indent}  `)),
]

/** The page that lists the titles of all tests, by subject and file. Throws if a file cannot be parsed. */
export function coveragePage(files: readonly { path: string; source: string }[]): string {
  const bySubject = new Map<string, string[]>(subjects.map(([subject]) => [subject, []]))
  for (const { path, source } of files) {
    const titles = readTitles(path, source)
    const subject = subjects.find(([, paths]) => paths.test(path))?.[0] ?? ''
    if (titles.length > 0)
      bySubject.get(subject)?.push(...lines({ title: `\`${path}\``, inside: titles }, ''))
  }
  const sections = [...bySubject].filter(([, list]) => list.length > 0)
  return `${[head, ...sections.map(([subject, list]) => `## ${subject}\n\n${list.join('\n')}`)].join('\n\n')}\n`
}

const head = `# What shows what

The titles of all tests, by subject: what the product promises, and the file that turns red when it does not hold.
\`npm run coverage\` writes this page; do not edit it. Words such as \`%s\` and \`$name\` stand for each row of a test's table.`
