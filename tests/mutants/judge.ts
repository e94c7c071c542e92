import type { Reporter, TestModule, TestSuite } from 'vitest/node'
import type { Mutant } from './mutants.ts'

/**
 * What the tests made of a mutant. `broken`: it could not be tried, e.g. its SQL no longer fits the schema; `untried`:
 * the run ended before.
 */
export type Verdict = 'killed' | 'SURVIVED' | 'BROKEN' | 'untried'

export type Trial = { mutant: Mutant; verdict: Verdict; seconds: number; by: string }

/** The name of the engine that stands for a mutant in the tests' titles. */
export const engineName = (index: number) => `mutant ${index}`

/** Watches a run and tells `onTrial` about each mutant as soon as its tests are over. */
export function createJudge(all: readonly Mutant[], onTrial: (trial: Trial) => void): Reporter {
  const started = new Map<string, number>()
  return {
    onTestSuiteReady: (suite) => {
      started.set(suite.id, performance.now())
    },
    onTestSuiteResult: (suite) => {
      const index = /\bmutant (\d+)\b/.exec(suite.name)?.[1]
      const mutant = suite.parent.type === 'module' && index !== undefined ? all[Number(index)] : undefined
      if (!mutant) return
      const seconds = (performance.now() - (started.get(suite.id) ?? 0)) / 1000
      onTrial({ mutant, seconds, ...verdictOn(suite) })
    },
    onTestModuleEnd: (module) => complain(module),
  }
}

function verdictOn(suite: TestSuite): { verdict: Verdict; by: string } {
  const [failed] = suite.children.allTests('failed')
  if (failed) return { verdict: 'killed', by: failed.name }
  const [error] = suite.errors()
  if (error) return { verdict: 'BROKEN', by: error.message }
  const passed = [...suite.children.allTests('passed')].length
  return passed > 0 ? { verdict: 'SURVIVED', by: `${passed} tests` } : { verdict: 'untried', by: '' }
}

/** A file that cannot even be read says so itself. */
function complain(module: TestModule): void {
  for (const error of module.errors()) console.error(`${module.moduleId}: ${error.message}`)
}
