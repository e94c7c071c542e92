import { addDays, dayInZone, weekday } from '#domain/days.ts'
import { citaId } from './booking-stage.ts'
import { anonymous, identityOf, people } from './people.ts'
import type { Stage } from './rehearse.ts'

const today = dayInZone(new Date(), 'America/Mexico_City')
/** A Monday between one and two weeks ahead: within every setting's days, and beyond every notice. */
export const soonMonday = Array.from({ length: 7 }, (_, later) => addDays(today, 7 + later)).find(
  (day) => weekday(day) === 1,
) as string
export const linkedCita = citaId(7)

/** An appointment of patient A with doctor A next Monday at ten, pending unless told otherwise. */
export const makeCita = (stage: Stage, { status = 'pendiente', at = '10:00', day = soonMonday } = {}) =>
  stage.owner(
    `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, status, nombre)
     values ($1, $2, $3, $4, $5, 'Panorámica', $6, 'Nombre patientA')`,
    [linkedCita, people.patientA, people.doctorA, day, at, status],
  )

/** The same so many hours from now, whatever the clinic's hours are. */
export async function makeCitaIn(stage: Stage, hours: number) {
  await makeCita(stage)
  await stage.owner(
    `update public.citas set appointment_date = soon::date, appointment_time = soon::time(0)
     from (select (now() + make_interval(hours => $2)) at time zone 'America/Mexico_City' as soon) s where id = $1`,
    [linkedCita, hours],
  )
}

/** A token of its link, made by doctor A; the stage is a stranger's afterwards. */
export async function tokenOf(stage: Stage, channel = 'whatsapp'): Promise<string> {
  await stage.become(identityOf('doctorA'))
  const { rows, message } = await stage.attempt('select public.cita_token($1, $2) as value', [
    linkedCita,
    channel,
  ])
  await stage.become(anonymous)
  const [row] = rows
  if (!row) throw new Error(message)
  return (row.value as { token: string }).token
}

export type LinkAnswer = {
  outcome: string
  link?: { cita?: Record<string, unknown> | null } & Record<string, unknown>
}

/** An act by link: its answer, or the outcome of a failed statement. */
export async function act(stage: Stage, name: string, ...args: (string | null)[]): Promise<LinkAnswer> {
  const places = args.map((_, at) => `$${at + 1}`).join(', ')
  const { outcome, rows, message } = await stage.attempt(`select public.${name}(${places}) as value`, args)
  return outcome === 'done' ? (rows[0]?.value as LinkAnswer) : { outcome: `${outcome} ${message}` }
}

export const cita = async (stage: Stage) => {
  const [row] = await stage.owner(
    `select status, appointment_date::text as day, appointment_time::text as at, moves, seat,
       warned_at is not null as warned, request_id
     from public.citas where id = $1`,
    [linkedCita],
  )
  return row
}
