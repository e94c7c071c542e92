import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('no test mocks with { spy: true }, which would stay for the worker’s next file: use tests/spied.ts', () => {
  const tests = execFileSync('git', ['ls-files', 'web', 'server', 'supabase', 'demo'], { encoding: 'utf8' })
  const wrong = tests
    .split('\n')
    .filter((path) => /\.test\.tsx?$/.test(path) && /vi\.mock\([^)]*\bspy:/.test(readFileSync(path, 'utf8')))
  expect(wrong).toEqual([])
})
