/** Apart from the other notices, because the public page signs out too and should not load the rest. */
export const signedOut = {
  title: 'Sesión cerrada',
  description: 'Has cerrado sesión correctamente.',
} as const
