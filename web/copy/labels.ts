export const paymentMethods = ['Efectivo', 'Transferencia', 'Tarjeta de Crédito/Débito', 'Otro'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The six kinds of study that the clinic makes; the catalogue in the database has their prices. */
export const studyTypes = [
  'Radiografía Panorámica',
  'Radiografía Lateral de Cráneo',
  'Radiografía Carpal',
  'Tomografías',
  'Trazados Cefalométricos',
  'Escaneo Intraoral',
] as const
export type StudyType = (typeof studyTypes)[number]

/** Both spellings of the patient's role are read everywhere; `patient` is written. */
export const roleLabels: Record<'doctor' | 'patient' | 'paciente', string> = {
  doctor: 'Doctor',
  patient: 'Paciente',
  paciente: 'Paciente',
}
