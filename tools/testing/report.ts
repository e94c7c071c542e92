import { readFileSync } from 'node:fs'
import type { Red } from './result.ts'

/** A step that ended. */
export type Step = { name: string; seconds: number; passed: number; red: Red[]; flaky: string[] }

/** Runs a step, says how it went, and adds it to `steps`. Never throws: the next step runs whatever became of this one. */
export async function take(
  steps: Step[],
  name: string,
  run: () => Promise<Pick<Step, 'passed' | 'red' | 'flaky'>>,
): Promise<void> {
  console.log(`\n== ${name}`)
  const started = Date.now()
  const outcome = await run().catch((error: unknown) => ({
    passed: 0,
    red: [{ at: name, title: 'the step itself', message: String(error).split('\n')[0] ?? '' }],
    flaky: [],
  }))
  const step = { name, seconds: (Date.now() - started) / 1000, ...outcome }
  steps.push(step)
  console.log(
    `== ${name}: ${step.red.length === 0 ? 'green' : `RED (${step.red.length})`}, ${step.seconds.toFixed(0)} s`,
  )
}

/** The last lines of a run, and its exit code: what was counted, what is red, what was red once, seconds a step. */
export function report(steps: readonly Step[]): number {
  const red = steps.flatMap((step) => step.red)
  const flaky = steps.flatMap((step) => step.flaky)
  const passed = steps.reduce((sum, step) => sum + step.passed, 0)
  console.log(`\n${passed} passed, ${red.length} failed`)
  for (const { at, title, message } of red) console.log(`RED ${at}  ${title}\n    ${message}`)
  for (const one of flaky) console.log(`FLAKY ${one}`)
  if (flaky.length > 0)
    console.log(`${flaky.length} flaky: red once, green alone. Each is a fault to be found.`)
  const seconds = steps.map(
    ({ name, seconds, red }) => `${name} ${seconds.toFixed(0)}${red.length ? '!' : ''}`,
  )
  const all = steps.reduce((sum, step) => sum + step.seconds, 0)
  console.log(`Seconds: ${seconds.join(', ')}; together ${all.toFixed(0)}.`)
  const processor = processorSeconds()
  if (processor) console.log(`Processor seconds: ${processor.toFixed(0)}.`)
  return red.length === 0 ? 0 : 1
}

/** Processor seconds of this process and of all that ended before it; undefined where the system does not say. */
function processorSeconds(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? []
    // utime, stime, cutime and cstime, in hundredths of a second.
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100
  } catch {
    return undefined
  }
}
