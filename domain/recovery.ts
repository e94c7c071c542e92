/** Where somebody who forgot the password asks for a message, types its code, and chooses a new one. */
export const recoveryPath = '/recuperar-contrasena'

/** Digits of the code in the message (docs/product/limits.md). */
export const recoveryCodeDigits = 8
