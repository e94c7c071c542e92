/** A request that is answered with `{error}` and this status; the text is read by a person. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const signInAgain = () => new Refusal(401, 'Tu sesión terminó. Inicia sesión de nuevo.')
export const notAllowed = () => new Refusal(403, 'No tienes permiso para hacer esto.')
export const invalidRequest = () => new Refusal(400, 'La solicitud no es válida.')
export const tryLater = () =>
  new Refusal(503, 'El servicio no está disponible por ahora. Inténtalo de nuevo.')
