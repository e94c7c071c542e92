/**
 * Why a dentist receives a study no more: the patient or the clinic ended it, or its 24 months are over (docs/product/referrers.md).
 * 'alguien' where it is not known whose study it was.
 */
export type DeliveryEnd = 'paciente' | 'clinica' | 'plazo' | 'alguien'

/** What the dentist reads then. */
export const deliveryEnds: Record<DeliveryEnd, string> = {
  paciente: 'El paciente dejó de compartir este estudio.',
  clinica: 'La clínica dejó de compartir este estudio.',
  plazo: 'Pasaron 24 meses: este estudio ya no se comparte.',
  alguien: 'Este estudio ya no se comparte contigo.',
}

/**
 * The cause by the dentist's own row of `study_recipients`, null where it is gone; `patientId` undefined where it is not known, `now` in
 * milliseconds. As private.delivery_end says it.
 */
export function deliveryEnd(
  row: { ended_at: string | null; ended_by: string | null; until: string } | null,
  patientId: string | null | undefined,
  now: number,
): DeliveryEnd {
  if (row && !row.ended_at && Date.parse(row.until) <= now) return 'plazo'
  if (patientId === undefined) return 'alguien'
  return row?.ended_at && row.ended_by === patientId ? 'paciente' : 'clinica'
}
