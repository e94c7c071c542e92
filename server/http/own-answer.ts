import { ownCode } from '#domain/own-message.ts'

/**
 * A refusal that is given before any service is asked, with a message that a person may read. Each service's protocol
 * looks for its own name of the message and of its code.
 */
export function ownAnswer(status: number, message: string, headers: Record<string, string>): Response {
  const code = ownCode(status)
  return Response.json({ code, error_code: code, message, msg: message, error: message }, { status, headers })
}
