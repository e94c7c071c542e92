import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runToEnd } from '#tools/run-to-end.ts'
import { type Group, titlesOf } from './groups.ts'
import type { FileResult, Line, Red } from './result.ts'

/** What became of a group: what is red, and titles that were red once and then green. */
export type Outcome = { passed: number; red: Red[]; flaky: string[] }

type Options = {
  /** Path of another version of Node than this one. */
  node?: string
  /** A file that keeps each result as it comes, also of a run that is interrupted. */
  keep?: string
}

/** So many red files are no accident; they are not run again. */
const mostAgain = 8

/**
 * Runs test files of a group. A red file is run once more, alone in one worker, because its tests share product, people and rows:
 * green then, its tests are `flaky`; red twice is red.
 */
export async function runGroup(
  group: Group,
  files: readonly string[],
  options: Options = {},
): Promise<Outcome> {
  const first = await runFiles(group, files, options)
  const reds = first.files.filter(({ failed }) => failed.length > 0)
  const outcome: Outcome = { passed: 0, red: [...first.errors], flaky: [] }
  for (const file of first.files) {
    const result = reds.includes(file) && reds.length <= mostAgain ? await again(file) : file
    outcome.passed += result.passed
    outcome.red.push(...result.failed)
  }
  return outcome

  async function again(file: FileResult): Promise<FileResult> {
    console.log(`\n-- once more, alone: ${file.path}`)
    const alone = { ...group, projects: [file.project] }
    const more = ['--maxWorkers=1']
    const { files, errors } = await runFiles(alone, [file.path], options, more, titlesOf(group))
    const second = files.find(({ path }) => path === file.path)
    if (!second || second.failed.length > 0 || errors.length > 0) return file
    outcome.flaky.push(...file.failed.map(({ title, message }) => `${file.path} > ${title}: ${message}`))
    return second
  }
}

async function runFiles(
  group: Group,
  files: readonly string[],
  { node, keep }: Options,
  more: readonly string[] = [],
  titles = titlesOf(group),
): Promise<{ files: FileResult[]; errors: Red[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'indice-results-'))
  const results = keep ?? join(folder, 'results.jsonl')
  mkdirSync(dirname(results), { recursive: true })
  const before = readResults(results).length
  const args = [
    'node_modules/vitest/vitest.mjs',
    ...['run', '--passWithNoTests', ...more],
    ...group.projects.map((project) => `--project=${project}`),
    ...(titles ? ['-t', titles] : []),
    ...files,
  ]
  const code = await runToEnd(args, { node, env: { TEST_RESULTS: results } })
  const read = readResults(results).slice(before)
  rmSync(folder, { recursive: true })
  const found = read.flatMap((line) => ('file' in line ? [line.file] : []))
  const errors = read.flatMap((line) => ('end' in line ? line.errors : []))
  const isExplained = errors.length > 0 || found.some(({ failed }) => failed.length > 0)
  const isWhole = read.some((line) => 'end' in line)
  if ((code !== 0 && !isExplained) || !isWhole)
    errors.push({ at: group.name, title: 'the run itself', message: `it ended with code ${code}` })
  return { files: found, errors }
}

/** The results that a file holds, as they came; none of a file that is not there. */
export function readResults(file: string): Line[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
  return lines.map((line): Line => JSON.parse(line))
}
