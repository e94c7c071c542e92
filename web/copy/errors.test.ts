import { expect, it } from 'vitest'
import { type ErrorCode, type ErrorReason, errorCodes } from '#web/data/errors.ts'
import { errorMessage, messages } from './errors.ts'

function words(code: ErrorCode, reason: ErrorReason = 'server', detail: string | null = null) {
  const { title, description } = errorMessage({ code, reason, detail })
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
  ['load_patients', 'network', null, 'Error - No se pudieron cargar los pacientes.'],
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
] as const)('%s, %s, %s', (code, reason, detail, text) => {
  expect(words(code, reason, detail)).toBe(text)
})

it.each(errorCodes)('%s ends like a sentence and speaks no English', (code) => {
  const { title, description } = messages[code]
  expect(title).not.toBe('')
  expect(description).toMatch(/[.:]$/)
  expect(words(code)).not.toMatch(/failed|wrong|undefined|null/i)
})
