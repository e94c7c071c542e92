import { z } from 'zod'
import type { DatabaseError } from '#server/base/errors.ts'
import { Fault } from '#server/base/fault.ts'

const body = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})
const answer = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
})

/** SQLSTATE PGRST: the message is the response body, the detail its status and headers, both as JSON, as PostgREST reads them. */
export function fromRaised({ message, detail }: DatabaseError): Fault {
  try {
    const { code, details = null, hint = null, ...said } = body.parse(JSON.parse(message))
    const { status, headers } = answer.parse(JSON.parse(detail ?? ''))
    // Throws for text that is not allowed in a header.
    new Headers(headers)
    return new Fault(status, code, said.message, { fields: { details, hint }, headers })
  } catch {
    return new Fault(500, 'PGRST121', 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error')
  }
}
