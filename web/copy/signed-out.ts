/** Apart from the other notices: the public page signs out, and loads no more words for it. */
export const signedOut = {
  title: 'Sesión cerrada',
  description: 'Has cerrado sesión correctamente.',
} as const
