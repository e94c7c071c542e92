import type { z } from 'zod'
import { readJson } from '#functions/_shared/json-body.ts'
import { Fault } from '#server/base/fault.ts'
import { bodyLimits } from '#server/base/numbers.ts'
import { requireShallowValue } from '#server/db/nesting.ts'

/**
 * The request's body in the wanted shape. Throws GoTrue's bad_json or validation_failed (400), or 413 when it
 * is too large or too deep.
 */
export async function readBody<T extends z.ZodType>(request: Request, shape: T): Promise<z.infer<T>> {
  const body = await readJson(request, bodyLimits.auth)
  if (!body.ok) {
    throw body.problem === 'too-large'
      ? new Fault(413, 'validation_failed', 'Request body is too large')
      : new Fault(400, 'bad_json', 'Could not parse request body as JSON')
  }
  requireShallowValue(body.value)
  const parsed = shape.safeParse(body.value)
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.')
  throw new Fault(400, 'validation_failed', field ? `Invalid value for ${field}` : 'Invalid request body')
}

/** E-mails are compared and stored trimmed and in lower case. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/**
 * Whether a text is valid Unicode: JSON can carry half of a surrogate pair, which neither an address nor a
 * database can hold.
 */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text)
}
