import type { ShareBasis } from '#domain/study-share.ts'

/** What the clinic says of who asked for a link with the report. */
export const basisLabels: Record<ShareBasis, string> = {
  patient: 'El paciente',
  authorised_doctor: 'Un profesional autorizado por el paciente',
}

/** The same in the list of a study's links. */
export const carriedReport: Record<ShareBasis | 'own', string> = {
  patient: 'Con informe, lo pidió el paciente',
  authorised_doctor: 'Con informe, lo pidió un profesional autorizado',
  own: 'Con informe',
}
