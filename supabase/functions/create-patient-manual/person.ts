import type { Body } from '../_shared/endpoint.ts'
import { invalidRequest } from '../_shared/refusal.ts'

/** What was asked for. The database decides which of the details count, by who is asking. */
export type Person = { details: Record<string, string | number | boolean>; password: string | undefined }

const texts = ['full_name', 'email', 'phone', 'role', 'specialty', 'professional_license'] as const

/** Takes the known fields and no others; throws a Refusal (400) when one is not of its kind. Missing ones are left out. */
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
