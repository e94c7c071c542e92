import { formatDay } from './days.ts'
import { formatTime } from './slots.ts'

/** What can happen to an appointment (docs/product/appointments.md). */
export type AppointmentEventKind =
  | 'agendada'
  | 'sobrecupo'
  | 'confirmada'
  | 'movida'
  | 'cancelada'
  | 'aviso'
  | 'no_asistio'
  | 'deshecha'

/** Days are yyyy-MM-dd, times HH:mm:ss or null; `from_…` only of what was moved. */
export type EventFacts = {
  kind: AppointmentEventKind
  by: 'clinica' | 'paciente'
  from_day: string | null
  from_time: string | null
  to_day: string | null
  to_time: string | null
  reason: string | null
}

/** A line of the history: who did what, and why. `who` is the name of whom the reader may know, else null. */
export function eventSentence(event: EventFacts, who: string | null): string {
  const subject = event.by === 'paciente' ? 'El paciente' : (who ?? 'La clínica')
  const sentence = ended(`${subject} ${deedOf(event)}`)
  return event.reason ? `${sentence} Motivo: ${ended(event.reason)}` : sentence
}

/** 'Mariana López canceló su cita del 24/11/2026 a las 10:00 a. m.': what a patient did, for those who keep the agenda. */
export function changeSentence(event: EventFacts, patient: string): string {
  const start = startOf(event.to_day, event.to_time)
  const deeds: Partial<Record<AppointmentEventKind, string>> = {
    agendada: `agendó su cita para el ${start}`,
    confirmada: `confirmó su cita del ${start}`,
    movida: `cambió su cita del ${startOf(event.from_day, event.from_time)} al ${start}`,
    cancelada: `canceló su cita del ${start}`,
    aviso: `avisó que no vendrá a su cita del ${start}`,
  }
  return ended(`${patient} ${deeds[event.kind] ?? `hizo un cambio en su cita del ${start}`}`)
}

function deedOf(event: EventFacts): string {
  const start = startOf(event.to_day, event.to_time)
  const byPatient = event.by === 'paciente'
  switch (event.kind) {
    case 'agendada':
      return byPatient ? `apartó el ${start}` : `la agendó para el ${start}`
    case 'sobrecupo':
      return `la sobreagendó para el ${start}`
    case 'confirmada':
      return byPatient ? 'confirmó que asistirá' : 'la marcó como confirmada'
    case 'movida':
      return movedWords(event, start)
    case 'cancelada':
      return 'la canceló'
    case 'aviso':
      return 'avisó que no vendrá'
    case 'no_asistio':
      return 'anotó que el paciente no asistió'
    case 'deshecha':
      return 'deshizo «No asistió»'
  }
}

function movedWords({ from_day, from_time }: EventFacts, to: string): string {
  const from = startOf(from_day, from_time)
  return from === to ? 'la pasó a otro doctor' : `la cambió del ${from} al ${to}`
}

/** '24/11/2026 a las 10:00 a. m.', or the day alone. */
function startOf(day: string | null, time: string | null): string {
  if (day === null) return 'día por definir'
  return time === null ? formatDay(day) : `${formatDay(day)} a las ${formatTime(time)}`
}

/** With one full stop: 'a. m.' has it. */
function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}
