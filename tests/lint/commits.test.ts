import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Subjects follow the rule since then; older ones stay as they are. */
const since = '2026-11-22T08:35:00Z'
const longest = 72
/** `area: imperative subject`. An area may have a part: `web, server: …`, `e2e/lists: …`. */
const form = /^[a-z0-9][a-z0-9 ,/._-]*: \S.*[^.]$/

/** What is wrong with a commit's subject; null when nothing is. */
function fault(subject: string): string | null {
  if (subject.length > longest) return `${subject.length} letters: ${subject}`
  return form.test(subject) ? null : `not 'area: imperative subject': ${subject}`
}

it.each([
  ['rest: refuse a select of more than 100 items', null],
  ['Refuse a select', "not 'area: imperative subject': Refuse a select"],
  ['rest: refuse it.', "not 'area: imperative subject': rest: refuse it."],
  [`rest: ${'x'.repeat(67)}`, `73 letters: rest: ${'x'.repeat(67)}`],
])('a subject is judged: %s', (subject, expected) => {
  expect(fault(subject)).toBe(expected)
})

it('every commit says in one short line what it does to which area', () => {
  const git = spawnSync('git', ['log', `--since=${since}`, '--no-merges', '--format=%s'], {
    encoding: 'utf8',
  })
  // A copy without history has nothing to check.
  if (git.status !== 0) return
  const subjects = git.stdout.split('\n').filter((line) => line !== '')
  expect(subjects.map(fault).filter((one) => one !== null)).toEqual([])
})
