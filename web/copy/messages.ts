import type { Message } from '#web/backend/database.ts'

/** What a message is about, for staff. */
export const messageKinds: Record<Message['kind'], string> = {
  cita_nueva: 'Cita nueva',
  cita_cambio: 'Cambio de cita',
  cita_cancelada: 'Cita cancelada',
  recordatorio: 'Recordatorio',
  elige_horario: 'Enlace para elegir horario',
  activacion: 'Enlace de activación',
  cuenta: 'Aviso de la cuenta',
  resultado: 'Resultado nuevo',
}

export const messageChannels: Record<Message['channel'], string> = { correo: 'Correo', whatsapp: 'WhatsApp' }

/** How a message went. One by WhatsApp waits until somebody opens it. */
export const messageStates: Record<Message['state'], string> = {
  pendiente: 'En camino',
  enviando: 'En camino',
  enviado: 'Enviado',
  abierto: 'Abierto',
  fallido: 'No salió',
  omitido: 'No se envió',
}

/** Why a message did not go out, or not yet. */
export const messageProblems: Record<NonNullable<Message['problem']>, string> = {
  sin_servidor: 'El servidor de correo no responde',
  rechazado: 'El servidor rechazó la dirección',
  tarde: 'Ya era tarde',
  cancelada: 'La cita se canceló',
  movida: 'La cita cambió',
  pasada: 'La cita ya pasó',
  sin_recordatorios: 'No quiere recordatorios',
  sin_cuenta: 'La cuenta está cerrada',
  elegida: 'La contraseña ya está elegida',
  sin_temporal: 'Falta otra contraseña temporal',
  reemplazada: 'Se hizo otro enlace',
  otra_persona: 'Ya es de otro paciente',
  demasiados: 'Ya recibió diez correos ese día',
}

export const mailStuck = {
  system: 'Los correos no están saliendo.',
  reminders: 'Hoy no están saliendo correos: usa WhatsApp.',
}
