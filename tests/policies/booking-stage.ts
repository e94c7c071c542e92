import { type Person, people, uuid } from './people.ts'
import type { Stage } from './rehearse.ts'

/** A Monday far away, so that no test depends on the time of day. */
export const monday = '2099-01-12'
/** Of an appointment that a test books. */
export const citaId = (which: number) => uuid('9020', which)

export type Booking = {
  id?: string
  patient?: Person
  doctor?: Person
  day?: string
  at?: string
  study?: string
  request?: string | null
  reason?: string | null
}

/** `book_cita` of patient A with doctor A, or what differs. */
export const book = (
  stage: Stage,
  {
    id = citaId(1),
    patient = 'patientA',
    doctor = 'doctorA',
    day = monday,
    at = '09:30',
    study = 'Panorámica',
    request = null,
    reason = null,
  }: Booking = {},
) =>
  stage.attempt(`select * from public.book_cita($1, $2, $3, $4, $5, $6, $7, $8)`, [
    id,
    people[patient],
    people[doctor],
    day,
    at,
    study,
    request,
    reason,
  ])

export const move = (
  stage: Stage,
  cita: string,
  at: string,
  {
    day = monday,
    doctor = null,
    reason = null,
  }: { day?: string; doctor?: Person | null; reason?: string | null } = {},
) =>
  stage.attempt('select * from public.move_cita($1, $2, $3, $4, $5)', [
    cita,
    day,
    at,
    doctor && people[doctor],
    reason,
  ])

/** What stands at a start of that Monday: last sign of the id, seat, status. */
export const seatsAt = (stage: Stage, time: string, doctor: Person = 'doctorA') =>
  stage.owner(
    `select right(id::text, 1) as id, seat, status from public.citas
     where doctor_id = $1 and appointment_date = '${monday}' and appointment_time = $2 order by seat, status, id`,
    [people[doctor], time],
  )

/** What happened in this rehearsal. */
export const events = (stage: Stage) =>
  stage.owner(
    `select kind, by, actor_id::text as actor, from_time::text, to_time::text, reason
     from public.cita_events where at = now() order by kind`,
  )

/** What the trail says of appointments in this rehearsal. */
export const trail = (stage: Stage) =>
  stage
    .owner(`select action from private.audit_log where subject = 'citas' and at = now() order by id`)
    .then((lines) => lines.map(({ action }) => action))
