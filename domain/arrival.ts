import { formatDay, isDay } from './days.ts'

/** Why an arrival may be somebody's: by a number of ours, by a like name, or by an appointment at its hour. */
export type ProposalReason = 'numero' | 'nombre' | 'hora'

/** The same for people (docs/product/machines.md). */
export const proposalReasons: Record<ProposalReason, string> = {
  numero: 'número',
  nombre: 'nombre parecido',
  hora: 'misma hora',
}

/** That a number of ours belongs to somebody else than the machine says. */
export function conflictWords({ ours, sent }: { ours: string; sent: string | null }): string {
  return `El número es de ${ours}, el equipo ${sent?.trim() ? `envió ${sent.trim()}` : 'no envió nombre'}`
}

/** Milliseconds after which a study that nobody assigned is late. */
export const lateAfter = 2 * 24 * 3_600_000

/** That a study has waited for more than two days, and for how many whole ones; null for others. Instants in ISO and in ms. */
export function lateWords(completedAt: string | null, now: number): string | null {
  const waited = completedAt === null ? 0 : now - Date.parse(completedAt)
  return waited > lateAfter ? `Espera desde hace ${Math.floor(waited / 86_400_000)} días` : null
}

/** How many wait, in words. */
export function unassignedWords(count: number): string {
  return count === 1
    ? '1 estudio recibido sin asignar'
    : `${count.toLocaleString('es-MX')} estudios recibidos sin asignar`
}

/** A day of birth as a machine says it (yyyyMMdd or yyyy-MM-dd) for people; what is no day stays as it is. */
export function saidDay(said: string): string {
  const day = said.trim().replace(/^(\d{4})-?(\d{2})-?(\d{2})$/, '$1-$2-$3')
  return isDay(day) ? formatDay(day) : said.trim()
}

/** That some images came twice under one identifier with another content. */
export function differentWords(count: number): string {
  return count === 1
    ? '1 imagen llegó dos veces con otro contenido. Se guardaron las dos.'
    : `${count.toLocaleString('es-MX')} imágenes llegaron dos veces con otro contenido. Se guardaron todas.`
}

/** What is wrong with the reason for which one is discarded. */
export function discardProblem(reason: string): string | null {
  const length = reason.trim().length
  if (length === 0) return 'Escribe el motivo.'
  return length > 500 ? 'El motivo puede tener 500 caracteres como máximo.' : null
}

/** What is missing before one becomes somebody's; `doctor` is asked of administrators alone. */
export function assignmentErrors(given: {
  patient: object | null
  doctor: object | null
  study_type: string
  asksDoctor: boolean
}): Record<'patient' | 'doctor' | 'study_type', string | null> {
  return {
    patient: given.patient ? null : 'Elige un paciente.',
    doctor: given.doctor || !given.asksDoctor ? null : 'Elige un doctor.',
    study_type: given.study_type ? null : 'Elige un tipo de estudio.',
  }
}
