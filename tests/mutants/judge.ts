import type { Reporter, TestModule, TestSuite } from 'vitest/node'
import { cannotBreak } from './break.ts'
import type { Mutant } from './mutants.ts'

/** The tests' verdict on a mutant. `BROKEN`: it could not be tried, because its SQL no longer fits the schema. */
export type Verdict = 'killed' | 'SURVIVED' | 'BROKEN'

/** A mutant and the file that is to notice it. */
export type Trial = { mutant: Mutant; file: string }

export type Outcome = Trial & { verdict: Verdict; seconds: number; by: string }

/** The engine name that stands for a mutant in the tests' titles. */
export const engineName = (index: number) => `mutant ${index}`

/** Watches a run and tells `onOutcome` about each trial as soon as its tests are over. */
export function createJudge(trials: readonly Trial[], onOutcome: (outcome: Outcome) => void): Reporter {
  const started = new Map<string, number>()
  return {
    onTestSuiteReady: (suite) => {
      started.set(suite.id, performance.now())
    },
    onTestSuiteResult: (suite) => {
      const index = indexOf(suite)
      const trial = index === undefined ? undefined : trials[index]
      if (suite.parent.type !== 'module' || !trial) return
      // A file may have several top-level suites.
      const parts = [...suite.parent.children.suites()].filter((other) => indexOf(other) === index)
      if (parts.some((part) => part.state() === 'pending')) return
      const since = Math.min(...parts.map((part) => started.get(part.id) ?? performance.now()))
      const seconds = (performance.now() - since) / 1000
      const verdict = verdictOn(parts)
      if (verdict) onOutcome({ ...trial, seconds, ...verdict })
    },
    onTestModuleEnd: (module) => complain(module),
  }
}

function indexOf(suite: TestSuite): number | undefined {
  const index = /\bmutant (\d+)\b/.exec(suite.name)?.[1]
  return index === undefined ? undefined : Number(index)
}

/** Undefined when the run was stopped early. */
function verdictOn(parts: TestSuite[]): { verdict: Verdict; by: string } | undefined {
  const errors = parts.flatMap((part) => part.errors())
  const unbroken = errors.find((error) => error.message.startsWith(cannotBreak))
  if (unbroken) return { verdict: 'BROKEN', by: unbroken.message }
  const [failed] = parts.flatMap((part) => [...part.children.allTests('failed')])
  if (failed) return { verdict: 'killed', by: failed.name }
  // A failure before the tests counts as noticed.
  if (errors[0]) return { verdict: 'killed', by: errors[0].message }
  const passed = parts.flatMap((part) => [...part.children.allTests('passed')]).length
  return passed > 0 ? { verdict: 'SURVIVED', by: `${passed} tests` } : undefined
}

/** Reports a file that cannot even be loaded. */
function complain(module: TestModule): void {
  for (const error of module.errors()) console.error(`${module.moduleId}: ${error.message}`)
}
