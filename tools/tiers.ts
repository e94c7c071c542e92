/**
 * What each command runs, and its goal in minutes on two quiet cores. A tier
 * starts with those above it, so that nothing runs twice; docs/testing.md.
 */
export const tiers = [
  { name: 'check', minutes: 1.5, steps: ['types', 'lint', 'unused', 'units'] },
  { name: 'test', minutes: 8, steps: ['build', 'browser', 'first'] },
  { name: 'all', minutes: 45, steps: ['second', 'installation', 'journeys', 'mutants', 'nodes'] },
] as const

export type Step = (typeof tiers | [typeof nodes])[number]['steps'][number]

/**
 * The tests of `npm test` on other versions of Node than the developer's; alone: `npm run test:nodes`. Without the
 * policies: each of those is a statement that PostgreSQL answers, whatever Node sent it.
 */
export const nodes = { versions: ['22.23.3', '24.9.0'], minutes: 15, steps: ['units', 'served'] } as const

/** What step 'served' runs of projects `database` and `smoke`: parts of the files' paths. */
export const served = ['tests/contract/', 'tests/hostile/', 'tests/smoke/', '.database.test.ts']

/** Words in titles of repeated checks: on another database engine, or over HTTP after SQL. */
const again = '(PGlite|DATABASE_URL|over HTTP)'

/** The titles of projects `database` and `smoke` that run in `npm test`, and those that `test:all` adds. */
export const titles = { first: `^(?![^]*${again})`, second: again }
