/**
 * Every test file has one home: a step of `npm test`, or a part of `npm run test:all`. docs/testing.md has the table in words;
 * `tests/lint/test-homes.test.ts` fails when a file has none or a group is empty.
 */
export type Group = {
  name: string
  /** What it tests, for the table that `npm run test:all -- --list` prints. */
  about: string
  /** Projects of vitest.config.ts. */
  projects: readonly string[]
  /** Parts only: paths of files whose change asks for it (`npm run test:touched`). */
  touches?: RegExp
  /** Instead of files that live here: those of these groups once more, in another way. */
  repeats?: { groups: readonly string[]; files?: RegExp; titles?: 'again' }
}

const home = 'domain America/Mexico_City'
const rules = /^(server|supabase)\//

/** The steps of `npm test` that are tests, in this order. */
export const steps = [
  { name: 'units', about: 'rules, web and screens in happy-dom', projects: [home, 'web', 'web screens'] },
  { name: 'server', about: 'units of the server; lints that guard the product', projects: ['server'] },
  { name: 'policies', about: 'who may do what, in SQL; the schema’s rules', projects: ['database'] },
  { name: 'contract', about: 'the backend as the portal and its clients use it', projects: ['database'] },
  { name: 'attacks', about: 'what outsiders and signed-in strangers try', projects: ['database'] },
  { name: 'browser', about: 'the path of the README and every screen', projects: ['smoke'] },
] as const satisfies readonly Group[]

/** The parts of `npm run test:all`, the quickest first. */
export const parts = [
  {
    name: 'zones',
    about: 'the rules again, in two other time zones',
    projects: ['domain UTC', 'domain Pacific/Kiritimati'],
    touches: /^domain\//,
    repeats: { groups: ['units'], files: /^domain\// },
  },
  {
    name: 'imaging',
    about: 'readers of DICOM and meshes, and what is made of them',
    projects: ['web', 'web screens'],
    touches: /^web\/(imaging|features\/viewer)\//,
  },
  {
    name: 'plans',
    about: 'lists on 200,000 rows find what they need by an index',
    projects: ['database'],
    touches: /^(supabase\/migrations|server\/(db|rest))\//,
  },
  {
    name: 'database',
    about: 'engines, migrations, trail, the demo’s rows and tools, on a database',
    projects: ['database'],
    touches: /^(server\/(db|audit)|supabase\/migrations|demo|tools)\//,
  },
  { name: 'contract-rest', about: 'the slow half of the contract', projects: ['database'], touches: rules },
  { name: 'hostile-rest', about: 'the slow half of the attacks', projects: ['database'], touches: rules },
  {
    name: 'hosted',
    about:
      'a hosted project: `npm run hosted`, functions in Deno, the screens before PostgREST, one origin beside another',
    projects: ['database', 'e2e'],
    touches: /^(supabase|server\/(db|functions|ops|site)|web\/(queries|backend))\//,
  },
  {
    name: 'mutant-texts',
    about: 'each mutant still breaks something (`npm run test:mutants` runs them)',
    projects: ['database'],
    touches: /^(supabase\/migrations|server\/db|tests\/mutants)\//,
  },
  {
    name: 'installation',
    about: 'the product and its commands as programs: started, killed, restored',
    projects: ['installation'],
    touches: /^(server\/(ops|db)|tests\/programs)\/|^server\/[^/]*$/,
  },
  {
    name: 'floods',
    about: 'what fills the machine',
    projects: ['floods'],
    touches: /^server\/(limits|http|storage|db)\//,
  },
  {
    name: 'station',
    about: 'machines of others, by dcmtk where it is installed, and harmful ones',
    projects: ['station'],
    touches: /^station\/|_machines\.sql$|^package-lock\.json$/,
  },
  {
    name: 'dialogs',
    about: 'every dialog stands where dialogs stand',
    projects: ['smoke'],
    touches: /^web\/ui\/|\.css$/,
  },
  {
    name: 'widths',
    about: 'every page of every list from 320 to 1920 px; axe in the light and in the dark',
    projects: ['e2e'],
    touches: /^web\/(ui|parts|portal)\/|\.css$/,
  },
  // `npm run test:touched` chooses its files by tests/e2e/map.ts.
  { name: 'journeys', about: 'what people do, in a browser', projects: ['e2e'] },
  {
    name: 'engines',
    about: 'policies, contract, attacks and the path again: over HTTP, with DATABASE_URL, on PGlite',
    projects: ['database', 'smoke'],
    touches: /^(server\/(db|rest)|supabase\/migrations)\//,
    repeats: {
      groups: [
        ...['policies', 'contract', 'attacks', 'browser', 'plans', 'database'],
        ...['contract-rest', 'hostile-rest', 'hosted', 'mutant-texts', 'dialogs'],
      ],
      titles: 'again',
    },
  },
] as const satisfies readonly Group[]

export type GroupName = (typeof steps | typeof parts)[number]['name']

/** Where a file lives: the first that fits. */
const homes: readonly [RegExp, GroupName][] = [
  [/^web\/imaging\//, 'imaging'],
  [/^(domain|web)\//, 'units'],
  [/^tests\/lint\/schema.*\.database\.test/, 'policies'],
  [/^tests\/(contract|e2e)\/hosted[.-]/, 'hosted'],
  [/\.database\.test\.ts$/, 'database'],
  [/^(server|station|supabase|demo|tools|tests\/lint)\//, 'server'],
  [/^tests\/policies\/mutants\.test/, 'mutant-texts'],
  [/^tests\/policies\//, 'policies'],
  [/^tests\/contract\/list-plans\.test/, 'plans'],
  [/^tests\/contract\/(auth-|hardening-(limits|wire)|resumable|fresh-proof|new-secret)/, 'contract-rest'],
  [/^tests\/contract\/(storage-looks|ops|realtime|screen-sessions)\.test/, 'contract-rest'],
  [/^tests\/contract\//, 'contract'],
  [/^tests\/hostile\/data-(escalation|oracles|input|accounts|queries)\.test/, 'attacks'],
  [/^tests\/hostile\/(shared-studies|identity-tokens|activation-links|files-paths)\.test/, 'attacks'],
  [/^tests\/hostile\//, 'hostile-rest'],
  [/^tests\/installation\//, 'installation'],
  [/^tests\/floods\//, 'floods'],
  [/^tests\/station\//, 'station'],
  [/^tests\/smoke\/(path|screens)\.test/, 'browser'],
  [/^tests\/smoke\//, 'dialogs'],
  [/^tests\/e2e\/(widths|barriers)\.test/, 'widths'],
  [/^tests\/e2e\//, 'journeys'],
]

/** The group in which a test file runs; undefined when it has none. */
export function homeOf(file: string): GroupName | undefined {
  return homes.find(([pattern]) => pattern.test(file))?.[1]
}

/** Of all test files, those that a group runs. */
export function filesOf(group: Group, all: readonly string[]): string[] {
  const { groups: names = [group.name], files = /^/ } = group.repeats ?? {}
  return all.filter((file) => files.test(file) && names.includes(homeOf(file) ?? ''))
}

/** In titles of tests that repeat another one: on another database engine, or over HTTP after SQL. */
const again = '(PGlite|DATABASE_URL|over HTTP)'

/** The titles that a group runs, as `vitest -t` takes them; all where a project has no repeats. */
export function titlesOf({ projects, repeats }: Group): string | undefined {
  if (repeats?.titles === 'again') return again
  return projects.some((name) => name === 'database' || name === 'smoke') ? `^(?![^]*${again})` : undefined
}
