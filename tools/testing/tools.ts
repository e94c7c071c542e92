import { runToEnd } from '#tools/run-to-end.ts'
import type { Step } from './report.ts'
import type { Red } from './result.ts'

type Outcome = Pick<Step, 'passed' | 'red' | 'flaky'>

/** A line of a tool that names a place: `web/a.ts(3,5): error …` of tsc, `web/a.ts:3:5 lint/…` of Biome. */
const place = /^(\S+\.\w+)[:(](\d+)[:,]\d+\)?:? (.+)$/

/** Runs a tool of node_modules as a step that passes or fails as one; its first ten complaints are named. */
export async function tool(script: string, args: readonly string[]): Promise<Outcome> {
  const title = script.split('/')[0] ?? ''
  let text = ''
  const code = await runToEnd([`node_modules/${script}`, ...args], { onText: (more) => (text += more) })
  if (code === 0) return { passed: 1, red: [], flaky: [] }
  const named = text.split('\n').flatMap((line): Red[] => {
    const [, file = '', number = '', message = ''] = place.exec(line.trim()) ?? []
    return file ? [{ at: `${file}:${number}`, title, message: message.replace(/ ━+$/, '') }] : []
  })
  const whole = { at: title, title: 'as a whole', message: `it ended with code ${code}` }
  return { passed: 0, red: named.length > 0 ? named.slice(0, 10) : [whole], flaky: [] }
}

export const types = () => tool('typescript/bin/tsc', ['--noEmit'])

/** Faults in the code. Formatting and order of imports are told and are no failure: `npm run format` mends them. */
export async function lint(): Promise<Outcome> {
  const outcome = await tool('@biomejs/biome/bin/biome', ['lint', '--error-on-warnings', '.'])
  const format = await tool('@biomejs/biome/bin/biome', ['check', '--linter-enabled=false', '.'])
  if (format.red.length > 0) console.log('Not formatted, which is no failure: npm run format')
  return outcome
}
