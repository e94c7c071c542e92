import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { findBrowser, findShell } from '#tools/browser.ts'
import type { Group } from './groups.ts'
import { type Outcome, readResults, runGroup } from './run-group.ts'

/**
 * Runs files of a part. With `resume` it leaves out those that are green already for the code as it is; each file's result is kept
 * as it comes, so that an interrupted run goes on where it was.
 */
export async function runPart(part: Group, files: readonly string[], resume: boolean): Promise<Outcome> {
  const keep = `data/test-state/${codeAsItIs()}/${part.name}.jsonl`
  const green = new Map<string, boolean>()
  for (const line of readResults(keep))
    if ('file' in line) green.set(line.file.path, line.file.failed.length === 0)
  const left = resume ? files.filter((path) => !green.get(path)) : files
  if (left.length < files.length) console.log(`${files.length - left.length} files are green already`)
  if (left.length === 0) return { passed: 0, red: [], flaky: [] }
  if (part.projects.some((name) => name === 'e2e' || name === 'smoke')) findBrowser() && findShell()
  return runGroup(part, left, { keep })
}

/** Names the commit, and what is changed beside it. */
function codeAsItIs(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const changed = git('status', '--porcelain') && git('status', '--porcelain') + git('diff', 'HEAD')
  const digest = createHash('sha256').update(changed).digest('hex').slice(0, 8)
  return git('rev-parse', '--short=12', 'HEAD').trim() + (changed && `-${digest}`)
}
