import { ownCode } from '#domain/own-message.ts'

/**
 * A refusal sent before any service is reached, with a message for people. It repeats code and message under
 * the names that each service's protocol uses.
 */
export function ownAnswer(status: number, message: string, headers: Record<string, string>): Response {
  const code = ownCode(status)
  return Response.json({ code, error_code: code, message, msg: message, error: message }, { status, headers })
}
