import type { Body } from '../_shared/endpoint.ts'
import { invalidRequest } from '../_shared/refusal.ts'

/** The requested account. The database decides by the caller's role which details count. */
export type Person = { details: Record<string, string | number | boolean>; password: string | undefined }

const texts = [
  'full_name',
  'email',
  'phone',
  'role',
  'specialty',
  'professional_license',
  'practice',
  'address',
  'licence',
  'referrer_key',
  'application_id',
] as const

/** Takes only the known fields, without missing ones. Throws a Refusal (400) when one has a wrong type. */
export function readPerson(body: Body): Person {
  const details: Person['details'] = {}
  const take = (name: string, value: unknown, kinds: readonly string[]) => {
    if (value === undefined || value === null) return
    if (!kinds.includes(typeof value) || value === Number.POSITIVE_INFINITY) throw invalidRequest()
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      details[name] = value
  }
  for (const name of texts) take(name, body[name], ['string'])
  take('age', body.age, ['string', 'number'])
  take('is_admin', body.is_admin, ['boolean'])
  take('request_id', body.requestId, ['string', 'number'])
  const { password } = body
  if (password !== undefined && password !== null && typeof password !== 'string') throw invalidRequest()
  return { details, password: password || undefined }
}
