import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { signedOut } from './signed-out.ts'

/** Messages for success, and for what was refused before sending (docs/product/errors.md). */
export const notices = {
  signedIn: { title: '¡Bienvenido!', description: 'Has iniciado sesión correctamente.' },
  signedOut,
  sessionEnded: {
    title: 'Sesión terminada',
    description: 'Tu sesión se cerró. Inicia sesión otra vez para continuar.',
  },
  secondFactorAdded: { title: 'Éxito', description: 'Verificación en dos pasos activada.' },
  secondFactorRemoved: { title: 'Éxito', description: 'Verificación en dos pasos desactivada.' },
  photoSaved: { title: 'Éxito', description: 'Foto actualizada.' },
  photoRemoved: { title: 'Éxito', description: 'Foto eliminada.' },
  sessionClosed: { title: 'Éxito', description: 'La sesión se cerró en ese dispositivo.' },
  otherSessionsClosed: { title: 'Éxito', description: 'Se cerraron tus demás sesiones.' },
  requestSent: {
    title: '¡Solicitud Enviada!',
    description: 'Gracias por tu solicitud. Nos pondremos en contacto contigo pronto.',
  },
  appointmentUpdated: { title: 'Éxito', description: 'Cita actualizada.' },
  noteAdded: { title: 'Éxito', description: 'Nota agregada correctamente.' },
  studyAdded: { title: 'Éxito', description: 'Estudio añadido correctamente.' },
  downloadStarted: { title: 'Descarga iniciada', description: 'Tu navegador muestra el avance.' },
  passwordChanged: { title: 'Éxito', description: 'Contraseña cambiada correctamente.' },
  profileUpdated: { title: 'Éxito', description: 'Perfil actualizado correctamente.' },
  statusUpdated: { title: 'Éxito', description: 'Estado actualizado' },
  userCreated: { title: 'Éxito', description: 'Usuario creado' },
  userUpdated: { title: 'Éxito', description: 'Usuario actualizado' },
  userFactorRemoved: {
    title: 'Éxito',
    description: 'Verificación en dos pasos quitada. Para entrar basta la contraseña.',
  },
  userErased: { title: 'Éxito', description: 'Usuario eliminado: su cuenta se borró por completo.' },
  userClosed: {
    title: 'Éxito',
    description: 'Cuenta cerrada: ya no puede entrar, y sus citas, estudios, notas y pagos se conservan.',
  },
  studyUpdated: { title: 'Éxito', description: 'Estudio actualizado correctamente.' },
  studyDeleted: { title: 'Éxito', description: 'Estudio eliminado.' },
  requestUpdated: { title: 'Éxito', description: 'Solicitud actualizada.' },
  orderCancelled: { title: 'Éxito', description: 'Orden cancelada.' },
  requestDeleted: { title: 'Éxito', description: 'Solicitud eliminada.' },
  paymentRegistered: {
    title: 'Pago Registrado',
    description: 'La factura ha sido generada exitosamente.',
  },
  patientCreated: {
    title: 'Paciente creado',
    description: 'Entrega la contraseña temporal: se guarda aquí durante una hora.',
  },
  passwordIssued: {
    title: 'Contraseña generada',
    description: 'La anterior ya no sirve. Entrega la nueva: se guarda aquí durante una hora.',
  },
  requestLeftPending: {
    title: 'Advertencia',
    description: 'El paciente se creó, pero la solicitud sigue pendiente. Acéptala manualmente.',
  },
  requestAwaitsPatient: {
    title: 'Solicitud aceptada',
    description: 'El nombre no coincide con el de la cuenta: pedimos autorización al paciente.',
  },
  requestOfKnownPatient: { title: 'Éxito', description: 'Solicitud aceptada. El paciente ya existe.' },
} as const

/** The message to a patient who has answered a doctor's wish to see the record. */
export function linkAnswered(doctor: string, accepted: boolean): { title: string; description: string } {
  return {
    title: 'Éxito',
    description: accepted ? `${doctor} ya puede ver tu expediente.` : `${doctor} no podrá ver tu expediente.`,
  }
}

/** The message after a doctor's account is closed: coming appointments were cancelled, or given to `heir`. */
export function doctorClosed(heir: string | undefined): { title: string; description: string } {
  return {
    title: 'Éxito',
    description: `Cuenta cerrada: ya no puede entrar. Sus citas próximas ${heir ? `son ahora de ${heir}` : 'se cancelaron'}.`,
  }
}

/** The message after booking; `day` is yyyy-MM-dd and `time` HH:mm. */
export function appointmentBooked(day: string, time: string): { title: string; description: string } {
  // 'a. m.' already ends with a full stop.
  return {
    title: '¡Éxito!',
    description: `Cita agendada para el ${formatDay(day)} a las ${formatTime(time)}`,
  }
}

/** Messages for a form that is refused before sending. */
export const refusals = {
  emptyNote: { title: 'Nota vacía', description: 'Por favor escribe una nota.' },
  appointmentFields: {
    title: 'Campos requeridos',
    description: 'Completa todos los campos requeridos.',
  },
} as const
