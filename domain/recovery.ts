/** Where somebody who forgot their password requests a message, types its code and chooses a new password. */
export const recoveryPath = '/recuperar-contrasena'

/** Digits of the code in the message (docs/product/limits.md). */
export const recoveryCodeDigits = 8
