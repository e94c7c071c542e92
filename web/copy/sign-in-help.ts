import type { AppError, ErrorReason } from '#web/backend/errors.ts'

/** The next step for somebody who could not sign in, and whether the clinic has to help. */
type Help = { words: string; askClinic: boolean }

const helps: Partial<Record<ErrorReason, Help>> = {
  closed: {
    words: 'Tu cuenta está cerrada. Si crees que es un error, comunícate con la clínica.',
    askClinic: true,
  },
  temp_expired: {
    words: 'Tu contraseña temporal venció. Pide una nueva a tu doctor o a la clínica.',
    askClinic: true,
  },
  limit: {
    words:
      'Por seguridad hay que esperar antes de volver a intentarlo. Si no recuerdas tu contraseña, puedes elegir otra ahora mismo.',
    askClinic: false,
  },
  network: {
    words: 'No hay conexión. Revisa tu internet y vuelve a intentarlo: lo que escribiste sigue aquí.',
    askClinic: false,
  },
  server: {
    words: 'El servicio no respondió. Vuelve a intentarlo en unos minutos.',
    askClinic: false,
  },
}

const wrong: Help = {
  words: 'Revisa que el correo y la contraseña estén bien escritos. Si no la recuerdas, puedes elegir otra.',
  askClinic: false,
}

/** The next step after a failed sign-in (docs/product/accounts.md). */
export function signInHelp({ reason }: Pick<AppError, 'reason'>): Help {
  return helps[reason] ?? wrong
}
