import { isObject } from '../_shared/endpoint.ts'

/** The database's answer to a request for an account. */
export type Prepared =
  | { outcome: 'create'; id: string; email: string; fullName: string }
  | { outcome: 'reissue'; id: string }
  | { outcome: 'linked' }
  | { outcome: 'conflict' }

/** Throws when the database and this function have different versions. */
export function readPrepared(answer: unknown): Prepared {
  const { outcome, id, email, full_name: fullName } = isObject(answer) ? answer : {}
  if (outcome === 'linked' || outcome === 'conflict') return { outcome }
  if (outcome === 'reissue' && typeof id === 'string') return { outcome, id }
  if (
    outcome === 'create' &&
    typeof id === 'string' &&
    typeof email === 'string' &&
    typeof fullName === 'string'
  )
    return { outcome, id, email, fullName }
  throw new Error('prepare_account gave an unknown answer')
}
