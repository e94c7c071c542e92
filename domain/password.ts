/** bcrypt reads no more than this; a longer password would be cut without a word. */
const mostBytes = 72

/** What is wrong with a new password, in words for the user; null when it is fine. Leave out `repeat` where nobody repeats it. */
export function newPasswordProblem(password: string, repeat: string = password): string | null {
  if (password !== repeat) return 'Las contraseñas no coinciden.'
  if ([...password].length < 6) return 'La contraseña debe tener al menos 6 caracteres.'
  if (new TextEncoder().encode(password).length > mostBytes) {
    return 'La contraseña es demasiado larga: usa 72 caracteres como máximo (los acentos, la ñ y los emojis ocupan más).'
  }
  return null
}
