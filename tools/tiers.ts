/**
 * What each command runs, and its goal in minutes on two quiet cores. A tier
 * starts with those above it, so that nothing runs twice; docs/testing.md.
 */
export const tiers = [
  { name: 'check', minutes: 1.5, steps: ['types', 'lint', 'unused', 'units'] },
  { name: 'test', minutes: 8, steps: ['build', 'browser', 'first'] },
  { name: 'ci', minutes: 45, steps: ['installation', 'journeys', 'mutants'] },
  { name: 'all', minutes: 60, steps: ['second', 'nodes'] },
] as const

export type Step = (typeof tiers | [typeof nodes])[number]['steps'][number]

/**
 * Other versions of Node than the developer's; alone: `npm run test:nodes`. They run what runs in Node: the server's
 * units, and the product as callers, attackers and a browser on the main path meet it. A policy is answered by PostgreSQL
 * and a screen is drawn by a browser, whatever Node served them.
 */
export const nodes = { versions: ['22.23.3', '24.9.0'], minutes: 10, steps: ['server', 'served'] } as const

/** What step 'served' runs of projects `database` and `smoke`: parts of the files' paths. */
export const served = ['tests/contract/', 'tests/hostile/', 'tests/smoke/path']

/** Words in titles of repeated checks: on another database engine, or over HTTP after SQL. */
const again = '(PGlite|DATABASE_URL|over HTTP)'

/** The titles of projects `database` and `smoke` that run in `npm test`, and those that `test:all` adds. */
export const titles = { first: `^(?![^]*${again})`, second: again }
