/** Where somebody who forgot their password requests a message, types its code and chooses a new password. */
export const recoveryPath = '/recuperar-contrasena'

/**
 * The link of that message. The token stands behind the #, which no server gets to see; the page sends it when somebody
 * presses its button, so that a filter that opens links uses nothing up (docs/product/accounts.md).
 */
export const recoveryLinkPath = (token: string) => `${recoveryPath}#token_hash=${token}`

/** The public page with the privacy notice. */
export const privacyPath = '/aviso-de-privacidad'

/** Where a visitor asks for the state of a request with its folio and code. */
export const trackingPath = '/solicitud'

/** The page behind an appointment's link. */
export const appointmentLinkPath = (token: string) => `/cita/${token}`

/** The page behind a link to activate an account. */
export const activationPath = (token: string) => `/activar/${token}`

/** The form behind the QR code of a dentist's practice. */
export const practicePath = (code: string) => `/orden/${code}`

/** The same with both filled in; behind the #, which no server gets to see. */
export const trackingLinkPath = (folio: string, code: string) => `${trackingPath}#${folio}.${code}`
