import { ownCode } from '../../../domain/own-message.ts'

/** An error response: this status and a text for people. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** `{error, code}` and any further fields. */
export function refusalResponse(
  { status, message }: Refusal,
  facts: object = {},
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: message, code: ownCode(status), ...facts }, { status, headers })
}

export const signInAgain = () => new Refusal(401, 'Tu sesión terminó. Inicia sesión de nuevo.')
export const notAllowed = () => new Refusal(403, 'No tienes permiso para hacer esto.')
export const invalidRequest = () => new Refusal(400, 'La solicitud no es válida.')
export const tryLater = () =>
  new Refusal(503, 'El servicio no está disponible por ahora. Inténtalo de nuevo.')
