import type { Database } from '#server/db/database.ts'
import type { SignInLimits } from './limits.ts'
import type { Tokens } from './tokens.ts'

/** What every endpoint of this service works with. */
export type AuthContext = {
  database: Database
  tokens: Tokens
  limits: SignInLimits
  now: () => Date
}

/** One request: the path's variable part is in `id`. */
export type Call = { request: Request; query: URLSearchParams; id: string }

export type Endpoint = (context: AuthContext, call: Call) => Promise<Response>
