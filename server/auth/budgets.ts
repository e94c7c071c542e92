import { type Budget, createBudget } from './limits.ts'

const HOUR = 3600

/** What may be tried how often, besides signing in with a password. */
export type Budgets = {
  /** Messages asked for one e-mail, whether or not it belongs to an account. */
  mailTo: Budget
  /** Messages asked from one address. */
  mailFrom: Budget
  /** Codes from a message, tried for one account. */
  codes: Budget
  /** Codes that confirm who is at the keyboard, tried for one account. */
  nonces: Budget
  /** One-time tokens and codes tried from one address. */
  verifyFrom: Budget
  /** Codes of a second factor tried for one account, in short and in all. */
  factor: Budget
  factorDay: Budget
  /** Second factors begun by one account, and challenges asked by it. */
  enroll: Budget
  challenge: Budget
}

export function createBudgets(): Budgets {
  const mail = 'over_email_send_rate_limit'
  return {
    mailTo: createBudget(5, HOUR, mail),
    mailFrom: createBudget(20, HOUR, mail),
    codes: createBudget(5, HOUR),
    nonces: createBudget(5, HOUR),
    verifyFrom: createBudget(30, HOUR / 12),
    factor: createBudget(5, HOUR / 12),
    factorDay: createBudget(30, 24 * HOUR),
    enroll: createBudget(20, HOUR),
    challenge: createBudget(100, HOUR),
  }
}
