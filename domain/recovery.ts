/** Digits of the code in the message (docs/product/limits.md). */
export const recoveryCodeDigits = 8
