import { type QueryClient, queryOptions } from '@tanstack/react-query'
import {
  type AppointmentStatus,
  appointmentStatuses,
  isFinalAppointmentStatus,
  openAppointmentStatuses,
} from '#domain/appointment-status.ts'
import { ask, askFarPage, askPage, type Page } from '#web/backend/client.ts'
import type { Appointment, AppointmentEvent, Profile } from '#web/backend/database.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'

// By name, because PostgREST returns computed names beside the rows of a search only so.
const columns =
  'id, created_at, patient_id, doctor_id, appointment_date, appointment_time, study_type, status, nombre, telefono, especialidad, request_id, seat, moves, warned_at, over:cita_events(to_day, to_time, reason, at), study_arrived, patient_name, doctor_name, patient:profiles!patient_id(id, full_name, email, phone), doctor:profiles!doctor_id(full_name, specialty)'

/** What a list of them is filtered and ordered by. */
const sortedBy = 'patient_id, doctor_id, appointment_date, appointment_time, status'

/** Of the events beside an appointment, those that have a reason. Not for a list with far pages, which first asks for ids alone. */
const withReason = ['over.reason', 'is', null] as const

export type AppointmentWithPeople = Appointment & {
  patient_name: string | null
  doctor_name: string | null
  /** A machine's study of it is here. */
  study_arrived: boolean | null
  patient: Pick<Profile, 'id' | 'full_name' | 'email' | 'phone'> | null
  doctor: Pick<Profile, 'full_name' | 'specialty'> | null
  /** Its events, of which one may say why it was overbooked; none for patients. */
  over: OverbookingEvent[]
}

type OverbookingEvent = Pick<AppointmentEvent, 'to_day' | 'to_time' | 'reason' | 'at'>

export const appointmentKeys = {
  all: ['citas'] as const,
  next: (patientId: string) => [...appointmentKeys.all, 'next', patientId] as const,
  with: (patientId: string) => [...appointmentKeys.all, 'with', patientId] as const,
}

/** Whose appointments are meant: those of a patient, of a doctor, or for an administrator of every doctor (null). */
export type WhoseAppointments = { as: 'patient'; id: string } | { as: 'doctor'; id: string | null }

/** The person of an appointment, also without an account or with a closed one. */
export function patientOf(appointment: AppointmentWithPeople): string {
  return (
    appointment.patient?.full_name ?? appointment.patient_name ?? appointment.nombre ?? 'Paciente sin nombre'
  )
}

/** The phone of whom an appointment is with, or null. */
export function phoneOf(appointment: AppointmentWithPeople): string | null {
  return appointment.patient?.phone || appointment.telefono || null
}

/** The newest day first, or the oldest; within a day by time. */
export type AppointmentsOrder = 'newest' | 'oldest'

/**
 * Which appointments a list has: from a day on (yyyy-MM-dd), with or without those of that day that are closed, for a patient without
 * any that is; before one; or all.
 */
export type AppointmentsSpan = { from: string; closed: boolean } | { before: string } | null

const closedStatuses = appointmentStatuses.filter(isFinalAppointmentStatus).join()

/** One page of a person's appointments. `search` looks in patient, doctor and study; `day` is yyyy-MM-dd, '' for all. */
export function appointmentsQuery(
  whose: WhoseAppointments,
  {
    search = '',
    status,
    day = '',
    span = null,
    order,
    ...page
  }: PageOf & {
    search?: string
    status?: AppointmentStatus
    day?: string
    span?: AppointmentsSpan
    order: AppointmentsOrder
  },
) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'page', whose, search, status ?? null, day, span, order, page],
    queryFn: (): Promise<Page<AppointmentWithPeople>> =>
      askFarPage('load_appointments', page, sortedBy, (client) => {
        const found = search
          ? client.rpc('search_citas', { term: search }, counted).select(columns)
          : client.from('citas').select(columns, counted)
        const mine = whose.id === null ? found : found.eq(`${whose.as}_id`, whose.id)
        const then = day
          ? mine.eq('appointment_date', day)
          : span === null
            ? mine
            : 'before' in span
              ? mine.lt('appointment_date', span.before)
              : span.closed
                ? mine.gte('appointment_date', span.from)
                : whose.as === 'patient'
                  ? mine.gte('appointment_date', span.from).not('status', 'in', `(${closedStatuses})`)
                  : mine
                      .gte('appointment_date', span.from)
                      .or(`appointment_date.gt.${span.from},status.not.in.(${closedStatuses})`)
        return (status ? then.eq('status', status) : then)
          .order('appointment_date', { ascending: order === 'oldest' })
          .order('appointment_time')
          .order('id')
          .range(...rangeOf(page))
      }),
    placeholderData: keepShown,
  })
}

/** One appointment, or null when it does not exist or may not be seen. */
export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'one', id],
    queryFn: (): Promise<AppointmentWithPeople | null> =>
      ask('load_appointments', (client) =>
        client
          .from('citas')
          .select(columns)
          .not(...withReason)
          .eq('id', id)
          .maybeSingle(),
      ),
  })
}

/** The appointments with these ids, by day and time. */
export function appointmentsNamedQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'named', ids],
    queryFn: (): Promise<AppointmentWithPeople[]> =>
      ask('load_appointments', (client) =>
        client
          .from('citas')
          .select(columns)
          .not(...withReason)
          .in('id', [...ids])
          .order('appointment_date')
          .order('appointment_time')
          .order('id'),
      ),
  })
}

/** A doctor's appointments of one day (yyyy-MM-dd) by time. */
export function appointmentsOfDayQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'day', doctorId, day],
    queryFn: (): Promise<AppointmentWithPeople[]> =>
      ask('load_today_appointments', (client) =>
        client
          .from('citas')
          .select(columns)
          .not(...withReason)
          .eq('doctor_id', doctorId)
          .eq('appointment_date', day)
          .order('appointment_time'),
      ),
  })
}

/** The closed appointments of one day (yyyy-MM-dd), of a person or all, by time. */
export function closedAppointmentsQuery(whose: WhoseAppointments, day: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'closed', whose, day],
    queryFn: (): Promise<AppointmentWithPeople[]> =>
      ask('load_appointments', (client) => {
        const closed = client
          .from('citas')
          .select(columns)
          .not(...withReason)
          .eq('appointment_date', day)
          .in('status', appointmentStatuses.filter(isFinalAppointmentStatus))
        return (whose.id === null ? closed : closed.eq(`${whose.as}_id`, whose.id)).order('appointment_time')
      }),
  })
}

/** The patients whom a doctor attended on a day: its completed appointments by time. */
export function attendedOfDayQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'attended', doctorId, day],
    queryFn: (): Promise<AppointmentWithPeople[]> =>
      ask('load_attended_patients', (client) =>
        client
          .from('citas')
          .select(columns)
          .not(...withReason)
          .eq('doctor_id', doctorId)
          .eq('appointment_date', day)
          .eq('status', 'completada')
          .order('appointment_time'),
      ),
  })
}

/**
 * The filter of appointments that have not begun by the clinic's day and time (yyyy-MM-dd and HH:mm); those without a time count.
 */
export function notBegunBy({ day, time }: { day: string; time: string }): string {
  const later = `or(appointment_time.gt.${time},appointment_time.is.null)`
  return `appointment_date.gt.${day},and(appointment_date.eq.${day},${later})`
}

/**
 * A patient's next appointment that was not cancelled, with one doctor or any; or null. `from` is the clinic's
 * day and time (yyyy-MM-dd and HH:mm): what has begun by then does not count; one of today without a time does.
 */
export function nextAppointmentQuery(
  patientId: string,
  from: { day: string; time: string },
  doctorId?: string,
) {
  return queryOptions({
    queryKey: [...appointmentKeys.next(patientId), from.day, from.time, doctorId ?? null],
    queryFn: (): Promise<AppointmentWithPeople | null> =>
      ask('load_appointments', (client) => {
        const rows = client
          .from('citas')
          .select(columns)
          .not(...withReason)
          .eq('patient_id', patientId)
        return (doctorId ? rows.eq('doctor_id', doctorId) : rows)
          .or(notBegunBy(from))
          .in('status', openAppointmentStatuses)
          .order('appointment_date')
          .order('appointment_time')
          .limit(1)
          .maybeSingle()
      }),
    placeholderData: (before) => before,
  })
}

/** How many open appointments of a doctor have not begun by a day and time, as `notBegunBy`. */
export function appointmentsAheadQuery(doctorId: string, from: { day: string; time: string }) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'ahead', doctorId, from.day, from.time],
    queryFn: async (): Promise<number> => {
      const { total } = await askPage('load_appointments', (client) =>
        client
          .from('citas')
          .select('id', counted)
          .eq('doctor_id', doctorId)
          .or(notBegunBy(from))
          .in('status', openAppointmentStatuses)
          .limit(1),
      )
      return total
    },
  })
}

export type RecordAppointment = Pick<
  Appointment,
  'id' | 'appointment_date' | 'appointment_time' | 'study_type' | 'status'
>

/** One page of a doctor's appointments with a patient, latest day first. */
export function patientAppointmentsQuery(doctorId: string, patientId: string, page: PageOf) {
  return queryOptions({
    queryKey: [...appointmentKeys.with(patientId), doctorId, page],
    queryFn: (): Promise<Page<RecordAppointment>> =>
      askPage('load_appointments', (client) =>
        client
          .from('citas')
          .select('id, appointment_date, appointment_time, study_type, status', { count: 'exact' })
          .eq('doctor_id', doctorId)
          .eq('patient_id', patientId)
          .order('appointment_date', { ascending: false })
          .order('appointment_time', { ascending: false })
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

export async function setAppointmentStatus(id: string, status: AppointmentStatus): Promise<void> {
  await ask('update_appointment', (client) =>
    client.from('citas').update({ status }).eq('id', id).select('id').single(),
  )
}

/** Shows a status at once wherever the appointment is on screen. */
export function showAppointmentStatus(client: QueryClient, id: string, status: AppointmentStatus): void {
  client.setQueriesData<unknown>({ queryKey: appointmentKeys.all }, (data: unknown) =>
    withStatus(data, id, status),
  )
}

/** Lists, pages and single rows, as the queries above keep them. */
function withStatus(data: unknown, id: string, status: AppointmentStatus): unknown {
  if (Array.isArray(data)) return data.map((row) => withStatus(row, id, status))
  if (typeof data !== 'object' || data === null) return data
  if ('rows' in data) return { ...data, rows: withStatus(data.rows, id, status) }
  return 'id' in data && data.id === id ? { ...data, status } : data
}

/** What a calendar shows of an appointment. `person` is the other one: the patient for a doctor, the doctor for a patient. */
export type CalendarAppointment = Pick<
  Appointment,
  | 'id'
  | 'doctor_id'
  | 'appointment_date'
  | 'appointment_time'
  | 'study_type'
  | 'status'
  | 'seat'
  | 'warned_at'
> & { person: string | null; over: OverbookingEvent[] }

/** About what a full calendar of six weeks has; more would be slow to draw, and nobody reads it. */
export const calendarLimit = 500

/** The appointments from a day to another (yyyy-MM-dd, both included) in their order, few columns and at most `calendarLimit`. */
export function appointmentsBetweenQuery({ as, id }: WhoseAppointments, from: string, to: string) {
  return queryOptions({
    queryKey: [...appointmentKeys.all, 'between', as, id, from, to],
    queryFn: async (): Promise<CalendarAppointment[]> => {
      const rows = await ask('load_appointments', (client) => {
        const found = client
          .from('citas')
          .select(
            'id, doctor_id, appointment_date, appointment_time, study_type, status, seat, warned_at, nombre, patient_name, doctor_name, over:cita_events(to_day, to_time, reason, at)',
          )
          .not(...withReason)
        return (id === null ? found : found.eq(`${as}_id`, id))
          .gte('appointment_date', from)
          .lte('appointment_date', to)
          .order('appointment_date')
          .order('appointment_time')
          .order('id')
          .limit(calendarLimit)
      })
      return rows.map(({ nombre, patient_name, doctor_name, ...appointment }) => ({
        ...appointment,
        person: as === 'doctor' ? (patient_name ?? nombre) : doctor_name,
      }))
    },
  })
}
