import { budgetLimits } from '#server/base/numbers.ts'
import { tooManyTries } from './too-many-tries.ts'
import { createWindows } from './window.ts'

/** Limits how often something may be tried. `spend` throws 429 with Retry-After; `restore` forgets what was spent. */
export type Budget = { spend(key: string): void; restore(key: string): void }

/** How often each action of the accounts service may be tried, except signing in with a password. */
export type Budgets = Record<keyof typeof budgetLimits, Budget>

export function createBudgets(): Budgets {
  const mail = 'over_email_send_rate_limit'
  return {
    mailTo: createBudget(budgetLimits.mailTo, mail),
    mailFrom: createBudget(budgetLimits.mailFrom, mail),
    codes: createBudget(budgetLimits.codes),
    nonces: createBudget(budgetLimits.nonces),
    verifyFrom: createBudget(budgetLimits.verifyFrom),
    factor: createBudget(budgetLimits.factor),
    factorDay: createBudget(budgetLimits.factorDay),
    enroll: createBudget(budgetLimits.enroll),
    challenge: createBudget(budgetLimits.challenge),
  }
}

function createBudget({ most, windowMs }: { most: number; windowMs: number }, code?: string): Budget {
  const spent = createWindows(windowMs)
  return {
    spend(key) {
      const { count, msLeft } = spent.add(key)
      if (count > most) throw tooManyTries(msLeft, code)
    },
    restore: spent.forget,
  }
}
