/** Messages about refused passwords, separate from the list of common ones, which only forms need. */
export const passwordWords = {
  differ: 'Las contraseñas no coinciden.',
  short: 'La contraseña debe tener al menos 6 caracteres.',
  long: 'La contraseña es demasiado larga: usa 72 caracteres como máximo (los acentos, la ñ y los emojis ocupan más).',
  easy: 'Esa contraseña es fácil de adivinar. Elige otra que no sea una palabra común, el correo ni el nombre de la clínica: por ejemplo, tres palabras sin relación entre sí.',
} as const
