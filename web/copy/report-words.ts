import { formatDay } from '#domain/days.ts'

/** What a sheet says above a report that has addenda; `last` is the day of the last one. */
export function addendaNote(count: number, last: string): string {
  const day = formatDay(last)
  return count === 1
    ? `Este informe tiene una adenda del ${day}. Léela al final.`
    : `Este informe tiene ${count} adendas, la última del ${day}. Léelas al final.`
}

/** The names of the kinds of an addendum, as a heading says them. */
export const addendumKinds = {
  aclaración: 'Adenda: aclaración',
  corrección: 'Adenda: corrección',
  ampliación: 'Adenda: ampliación',
} as const

/** What the signature of a report is, and what it is not. */
export const signatureWords =
  'Firma electrónica simple: quien firmó confirmó su identidad en este sistema. No es la e.firma del SAT. Comprueba este informe con el código QR.'

/** To the patient, below a report. */
export const askWhoOrdered = 'Si tienes dudas sobre tu informe, pregunta al profesional que pidió el estudio.'
