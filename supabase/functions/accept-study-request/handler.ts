import { ask } from '../_shared/ask.ts'
import { endpoint, isObject } from '../_shared/endpoint.ts'
import { invalidRequest } from '../_shared/refusal.ts'

/**
 * Body `{request: {id}}`; all else comes from the stored row. Returns `{userExisted: true}` for a known patient (the
 * request is now aceptada); otherwise `{userExisted: false, newPatientData}`, and nothing was written.
 */
export const acceptStudyRequest = endpoint(async (body, context) => {
  const id = requestId(isObject(body.request) ? body.request.id : undefined)
  if (id === undefined) throw invalidRequest()
  return Response.json(await ask(context, 'accept_study_request', { request_id: id }))
})

/** The number of a request; the portal may send it as text with leading zeros. */
function requestId(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}
