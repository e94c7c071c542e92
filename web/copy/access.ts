import type { AccessLine } from '#web/backend/answers.ts'

/** What somebody did with a patient's data, in words for that patient. */
export const accessWords: Record<AccessLine['what'], string> = {
  record_viewed: 'Vio tu expediente',
  study_downloaded: 'Descargó un estudio',
  study_opened: 'Abrió el enlace de un estudio',
  previews_seen: 'Vio la vista previa de tus estudios',
  images_opened: 'Abrió las imágenes',
  report_opened: 'Abrió tu informe',
  report_signed: 'Firmó tu informe',
  addendum_added: 'Agregó una adenda',
  report_annulled: 'Anuló tu informe',
  receipt_viewed: 'Vio un recibo',
  study_added: 'Agregó un estudio',
  study_changed: 'Modificó un estudio',
  study_deleted: 'Eliminó un estudio',
  file_uploaded: 'Subió un archivo',
  file_changed: 'Cambió un archivo',
  file_deleted: 'Eliminó un archivo',
  note_added: 'Agregó una nota médica',
  appointment_added: 'Agendó tu cita',
  appointment_changed: 'Modificó tu cita',
  appointment_moved: 'Cambió tu cita',
  appointment_cancelled: 'Canceló tu cita',
  message_sent: 'Te envió un mensaje',
  appointment_missed: 'Marcó que no asististe',
  payment_added: 'Registró un pago',
  receipt_annulled: 'Canceló un recibo',
  account_created: 'Creó tu cuenta',
  profile_changed: 'Modificó tus datos',
  password_issued: 'Generó una contraseña temporal',
  activation_made: 'Creó tu enlace de activación',
  factor_removed: 'Quitó tu verificación en dos pasos',
  doctor_linked: 'Te agregó a sus pacientes',
  study_shared: 'Compartió un estudio',
  share_revoked: 'Revocó un enlace',
  share_opened: 'Abrió un estudio compartido',
}

/** What the person is in the clinic. */
export const accessRoles: Record<NonNullable<AccessLine['role']>, string> = {
  admin: 'Administración',
  doctor: 'Doctor',
  patient: 'Paciente',
  paciente: 'Paciente',
  dentist: 'Dentista',
}
