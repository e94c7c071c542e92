/** Why a dentist receives a study no more: the patient or the clinic ended it, or its 24 months are over (docs/product/referrers.md). */
export type DeliveryEnd = 'paciente' | 'clinica' | 'plazo'

/** What the dentist reads then. */
export const deliveryEnds: Record<DeliveryEnd, string> = {
  paciente: 'El paciente dejó de compartir este estudio.',
  clinica: 'La clínica dejó de compartir este estudio.',
  plazo: 'Pasaron 24 meses: este estudio ya no se comparte.',
}
