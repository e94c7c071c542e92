import { expect, it } from 'vitest'
import { type ErrorCode, type ErrorReason, errorCodes, toAppError } from '#web/backend/errors.ts'
import { errorMessage, messages } from './errors.ts'

function words(
  code: ErrorCode,
  reason: ErrorReason = 'server',
  detail: string | null = null,
  wait: number | null = null,
) {
  const { title, description } = errorMessage({ code, reason, detail, wait })
  return `${title} - ${description}`
}

it.each([
  ['sign_in', 'credentials', null, 'Error de inicio de sesión - Verifica tus credenciales.'],
  ['sign_in', 'invalid', null, 'Error de inicio de sesión - Verifica tus credenciales.'],
  [
    'sign_in',
    'limit',
    null,
    'Error de inicio de sesión - Demasiados intentos. Espera un momento e inténtalo de nuevo.',
  ],
  ['send_request', 'server', null, 'Error al enviar la solicitud - Por favor, inténtalo de nuevo más tarde.'],
  ['load_appointments', 'server', null, 'Error - No se pudieron cargar las citas.'],
  ['load_appointments', 'network', null, 'Error - Error de conexión al cargar las citas.'],
  ['load_patients', 'server', null, 'Error - No se pudieron cargar los pacientes.'],
  ['load_panel', 'network', null, 'Error al cargar datos - Error de conexión al cargar los datos.'],
  ['update_appointment', 'network', null, 'Error - Error de conexión al actualizar la cita.'],
  [
    'create_appointment',
    'invalid',
    'Hora: elige otra.',
    'Error - No se pudo crear la cita: Hora: elige otra.',
  ],
  ['process_request', 'conflict', 'Ya no está.', 'Error - No se pudo procesar la solicitud. Ya no está.'],
  ['create_patient', 'conflict', 'Ya existe.', 'Error al crear paciente - Ya existe.'],
  [
    'change_password',
    'easy_password',
    null,
    'Error - No se pudo cambiar la contraseña. Intenta de nuevo. Esa contraseña es fácil de adivinar. Elige otra que no sea una palabra común, el correo ni el nombre de la clínica: por ejemplo, tres palabras sin relación entre sí.',
  ],
  ['add_study', 'invalid', 'Enlace no válido.', 'Error en la base de datos - Enlace no válido.'],
  ['invoice_denied', 'forbidden', null, 'Acceso denegado - No tienes permiso para ver esta factura.'],
  ['invoice_missing', 'missing', null, 'Error - No se pudo encontrar la factura.'],
  ['upload_file', 'cancelled', null, 'Carga cancelada - Cancelaste la carga.'],
] as const)('%s, %s, %s', (code, reason, detail, text) => {
  expect(words(code, reason, detail)).toBe(text)
})

it.each([
  [1, 'menos de un minuto'],
  [59, 'menos de un minuto'],
  [60, 'un minuto'],
  [61, '2 minutos'],
  [240, '4 minutos'],
  [3_600, 'una hora'],
  [3_601, '2 horas'],
])('too many tries with %i s to wait: %s', (wait, said) => {
  expect(words('sign_in', 'limit', null, wait)).toBe(
    `Error de inicio de sesión - Demasiados intentos. Espera ${said} e inténtalo de nuevo.`,
  )
})

it.each([
  [
    'sign_in',
    'closed',
    'Error de inicio de sesión - Esta cuenta está cerrada. Si crees que es un error, comunícate con la clínica.',
  ],
  [
    'sign_in',
    'temp_expired',
    'Error de inicio de sesión - La contraseña temporal venció. Pide una nueva a tu doctor o a la clínica.',
  ],
  [
    'sign_in',
    'network',
    'Error de inicio de sesión - No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ],
  [
    'check_recovery_code',
    'link_expired',
    'No se aceptó el código - El código no es correcto o ya venció. Revísalo, o pide otro correo.',
  ],
  [
    'check_second_factor',
    'wrong_code',
    'No se aceptó el código - El código no es correcto o ya se usó. Escribe el siguiente que muestre tu aplicación.',
  ],
  [
    'check_second_factor',
    'challenge_expired',
    'No se aceptó el código - Pasó demasiado tiempo. Escribe el código que tu aplicación muestra en este momento.',
  ],
  [
    'change_password',
    'same_password',
    'Error - No se pudo cambiar la contraseña. Intenta de nuevo. La contraseña nueva debe ser distinta de la actual.',
  ],
  [
    'change_password',
    'second_factor',
    'Error - No se pudo cambiar la contraseña. Intenta de nuevo. Primero escribe el código de tu aplicación de verificación.',
  ],
] as const)('%s, %s says what to do next', (code, reason, text) => {
  expect(words(code, reason)).toBe(text)
})

it.each(errorCodes)('%s ends like a sentence and speaks no English', (code) => {
  const { title, description } = messages[code]
  expect(title).not.toBe('')
  expect(description).toMatch(/[.:]$/)
  expect(words(code)).not.toMatch(/failed|wrong|undefined|null/i)
})

const loading = errorCodes.filter((code) => code.startsWith('load_'))

it.each(loading)('%s says so when there is no connection', (code) => {
  const own: Partial<Record<ErrorCode, string>> = {
    load_appointments: 'Error de conexión al cargar las citas.',
    load_study: 'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  }
  expect(errorMessage({ code, reason: 'network', detail: null }).description).toBe(
    own[code] ?? 'Error de conexión al cargar los datos.',
  )
})

it('a busy service is no lost connection, also where auth’s client takes it for one', () => {
  const failure = (status: number) =>
    toAppError(Object.assign(new Error('{}'), { name: 'AuthRetryableFetchError', status }), 'load_sessions')
  // The session is kept, as without a connection.
  expect(failure(503).reason).toBe('network')
  expect(errorMessage(failure(503)).description).toMatch(/El servicio no está disponible por el momento\./)
  expect(errorMessage(failure(0)).description).not.toMatch(/El servicio/)
})
