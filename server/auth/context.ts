import type { Database } from '#server/base/database.ts'
import type { Budgets } from '#server/limits/budgets.ts'
import type { SignInLimits } from '#server/limits/sign-in.ts'
import type { SendMail } from '#server/mail/mail.ts'
import type { Digests } from './digests.ts'
import type { Refusals } from './refusals.ts'
import type { Tokens } from './tokens.ts'

/** What every endpoint of this service needs. */
export type AuthContext = {
  database: Database
  tokens: Tokens
  limits: SignInLimits
  budgets: Budgets
  refusals: Refusals
  /** The public address, without a path. */
  publicUrl: string
  /** Empty when unknown. */
  clinicName: string
  digests: Digests
  sendMail: SendMail
  now: () => Date
}

/** One request: the path's variable parts are in `id` and, where there are two, `subId`. */
export type Call = { request: Request; query: URLSearchParams; id: string; subId: string }

export type Endpoint = (context: AuthContext, call: Call) => Promise<Response>
