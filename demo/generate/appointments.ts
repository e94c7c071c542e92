import type { AppointmentStatus } from '#domain/appointment-status.ts'
import { slotTimes } from '#domain/day-slots.ts'
import { addDays } from '#domain/days.ts'
import { studyTypes } from '#domain/study.ts'
import { instantOf, type Moment } from './moment.ts'
import { inventedName, inventedPhone, type Patient } from './patients.ts'
import { createRandom, type Random } from './random.ts'

export type AppointmentRow = {
  id: string
  created_at: string
  /** Null for a guest who left only a name and a phone. */
  patient_id: string | null
  doctor_id: string
  appointment_date: string
  /** HH:mm; null is shown as 'Por definir'. */
  appointment_time: string | null
  study_type: string
  status: AppointmentStatus
  nombre: string
  telefono: string | null
  especialidad: string
}

/** A doctor's workload: most appointments a day, and whether today follows the demo's plan. */
export type Agenda = { doctorId: string; patients: readonly Patient[]; busiest: number; fullToday: boolean }

/** How many days back and ahead the demo's own appointments go. */
export const daysBefore = 90
const daysAfter = 30
/** After so many days somebody has said who did not come. */
const settledAfter = 3

/** A doctor's appointments from 90 days ago to 30 days ahead; no slot is booked twice, and none outside of hours. */
export function* generateAppointments(moment: Moment, agenda: Agenda): Generator<AppointmentRow> {
  const random = createRandom(moment.seed, `appointments ${agenda.doctorId}`)
  const { today } = moment
  for (let offset = -daysBefore; offset <= daysAfter; offset++) {
    const day = addDays(today, offset)
    const planned =
      offset === 0 && agenda.fullToday ? todaysPlan(moment, random) : anyDay(day, moment, agenda, random)
    const bookedBy = offset < 0 ? day : today
    for (const { time, status } of planned) {
      const patient = random.pick(agenda.patients)
      const isGuest = offset !== 0 && random.chance(0.04)
      yield {
        id: random.uuid(),
        created_at: instantOf(addDays(bookedBy, -random.whole(1, 9)), moment, random),
        patient_id: isGuest ? null : patient.id,
        doctor_id: agenda.doctorId,
        appointment_date: day,
        appointment_time: time,
        study_type: random.pick(studyTypes),
        status,
        nombre: isGuest ? inventedName(random) : patient.full_name,
        telefono: isGuest ? inventedPhone(random) : patient.phone,
        especialidad: 'Imagenología Dental',
      }
    }
  }
}

type Planned = { time: string | null; status: AppointmentStatus }

/** Eight slots (a whole Sunday), three of them completed, plus one cancelled and one without a time; nothing when it is closed. */
function todaysPlan({ today, hours }: Moment, random: Random): Planned[] {
  const times = random.shuffled(slotTimes(today, hours)).slice(0, 8).sort()
  if (times.length === 0) return []
  const booked = times.map(
    (time, index): Planned => ({ time, status: index < 3 ? 'completada' : 'pendiente' }),
  )
  return [...booked, { time: times[4] ?? null, status: 'cancelada' }, { time: null, status: 'pendiente' }]
}

function anyDay(day: string, { today, hours }: Moment, agenda: Agenda, random: Random): Planned[] {
  const times = random.shuffled(slotTimes(day, hours)).slice(0, random.whole(1, agenda.busiest)).sort()
  return times.map((time) => ({
    time,
    status: day < today ? pastStatus(day < addDays(today, -settledAfter), random) : comingStatus(random),
  }))
}

function pastStatus(settled: boolean, random: Random): AppointmentStatus {
  if (random.chance(0.8)) return 'completada'
  if (random.chance(0.75)) return 'cancelada'
  return settled ? 'no_asistio' : 'pendiente'
}

function comingStatus(random: Random): AppointmentStatus {
  if (random.chance(0.7)) return 'pendiente'
  return random.pick(['confirmada', 'aceptada', 'cancelada'] as const)
}
