import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AppointmentStatus } from '#domain/appointment-status.ts'
import { ask, askFarPage, askPage, type Page } from '#web/backend/client.ts'
import type { Cita, Profile } from '#web/backend/database.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'

// By name, because PostgREST returns computed names beside the rows of a search only so.
const columns =
  'id, created_at, patient_id, doctor_id, appointment_date, appointment_time, study_type, status, nombre, telefono, especialidad, patient_name, doctor_name, patient:profiles!patient_id(id, full_name, email, phone), doctor:profiles!doctor_id(full_name, specialty)'

export type CitaWithPeople = Cita & {
  patient_name: string | null
  doctor_name: string | null
  patient: Pick<Profile, 'id' | 'full_name' | 'email' | 'phone'> | null
  doctor: Pick<Profile, 'full_name' | 'specialty'> | null
}

export const citaKeys = {
  all: ['citas'] as const,
  next: (patientId: string) => [...citaKeys.all, 'next', patientId] as const,
  with: (patientId: string) => [...citaKeys.all, 'with', patientId] as const,
}

/** Whose appointments are meant: those of a patient, of a doctor, or for an administrator of every doctor (null). */
export type WhoseCitas = { as: 'patient'; id: string } | { as: 'doctor'; id: string | null }

/** The person of an appointment, also without an account or with a closed one. */
export function patientOf(cita: CitaWithPeople): string {
  return cita.patient?.full_name ?? cita.patient_name ?? cita.nombre ?? 'Paciente sin nombre'
}

/** The phone of whom an appointment is with, or null. */
export function phoneOf(cita: CitaWithPeople): string | null {
  return cita.patient?.phone || cita.telefono || null
}

/** The newest day first, or the oldest; within a day by time. */
export type CitasOrder = 'newest' | 'oldest'

/** One page of a person's appointments. `search` looks in patient, doctor and study; `day` is yyyy-MM-dd, '' for all. */
export function citasQuery(
  whose: WhoseCitas,
  {
    search = '',
    status,
    day = '',
    order,
    ...page
  }: PageOf & { search?: string; status?: AppointmentStatus; day?: string; order: CitasOrder },
) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'page', whose, search, status ?? null, day, order, page],
    queryFn: (): Promise<Page<CitaWithPeople>> =>
      askFarPage('load_appointments', page, (client) => {
        const found = search
          ? client.rpc('search_citas', { term: search }, counted).select(columns)
          : client.from('citas').select(columns, counted)
        const mine = whose.id === null ? found : found.eq(`${whose.as}_id`, whose.id)
        const then = day ? mine.eq('appointment_date', day) : mine
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
export function citaQuery(id: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'one', id],
    queryFn: (): Promise<CitaWithPeople | null> =>
      ask('load_appointments', (client) => client.from('citas').select(columns).eq('id', id).maybeSingle()),
  })
}

/** A doctor's appointments of one day (yyyy-MM-dd) by time. */
export function citasOfDayQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'day', doctorId, day],
    queryFn: (): Promise<CitaWithPeople[]> =>
      ask('load_today_appointments', (client) =>
        client
          .from('citas')
          .select(columns)
          .eq('doctor_id', doctorId)
          .eq('appointment_date', day)
          .order('appointment_time'),
      ),
  })
}

/** The patients whom a doctor attended on a day: its completed appointments by time. */
export function attendedOfDayQuery(doctorId: string, day: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'attended', doctorId, day],
    queryFn: (): Promise<CitaWithPeople[]> =>
      ask('load_attended_patients', (client) =>
        client
          .from('citas')
          .select(columns)
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
export function nextCitaQuery(patientId: string, from: { day: string; time: string }, doctorId?: string) {
  return queryOptions({
    queryKey: [...citaKeys.next(patientId), from.day, from.time, doctorId ?? null],
    queryFn: (): Promise<CitaWithPeople | null> =>
      ask('load_appointments', (client) => {
        const rows = client.from('citas').select(columns).eq('patient_id', patientId)
        return (doctorId ? rows.eq('doctor_id', doctorId) : rows)
          .or(notBegunBy(from))
          .in('status', ['pendiente', 'confirmada', 'aceptada'])
          .order('appointment_date')
          .order('appointment_time')
          .limit(1)
          .maybeSingle()
      }),
    placeholderData: (before) => before,
  })
}

/** How many appointments of a doctor from a day on (yyyy-MM-dd) are still open. */
export function citasAheadQuery(doctorId: string, from: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'ahead', doctorId, from],
    queryFn: async (): Promise<number> => {
      const { total } = await askPage('load_appointments', (client) =>
        client
          .from('citas')
          .select('id', counted)
          .eq('doctor_id', doctorId)
          .gte('appointment_date', from)
          .in('status', ['pendiente', 'confirmada', 'aceptada'])
          .limit(1),
      )
      return total
    },
  })
}

export type RecordCita = Pick<Cita, 'id' | 'appointment_date' | 'appointment_time' | 'study_type' | 'status'>

/** One page of a doctor's appointments with a patient, latest day first. */
export function patientCitasQuery(doctorId: string, patientId: string, page: PageOf) {
  return queryOptions({
    queryKey: [...citaKeys.with(patientId), doctorId, page],
    queryFn: (): Promise<Page<RecordCita>> =>
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

export async function setCitaStatus(id: string, status: AppointmentStatus): Promise<void> {
  await ask('update_appointment', (client) =>
    client.from('citas').update({ status }).eq('id', id).select('id').single(),
  )
}

/** Shows a status at once wherever the appointment is on screen. */
export function showCitaStatus(client: QueryClient, id: string, status: AppointmentStatus): void {
  client.setQueriesData<unknown>({ queryKey: citaKeys.all }, (data: unknown) => withStatus(data, id, status))
}

/** Lists, pages and single rows, as the queries above keep them. */
function withStatus(data: unknown, id: string, status: AppointmentStatus): unknown {
  if (Array.isArray(data)) return data.map((row) => withStatus(row, id, status))
  if (typeof data !== 'object' || data === null) return data
  if ('rows' in data) return { ...data, rows: withStatus(data.rows, id, status) }
  return 'id' in data && data.id === id ? { ...data, status } : data
}

/** What a calendar shows of an appointment. `person` is the other one: the patient for a doctor, the doctor for a patient. */
export type CalendarCita = Pick<
  Cita,
  'id' | 'appointment_date' | 'appointment_time' | 'study_type' | 'status'
> & { person: string | null }

/** About what a full calendar of six weeks has; more would be slow to draw, and nobody reads it. */
export const calendarLimit = 500

/** The appointments from a day to another (yyyy-MM-dd, both included) in their order, few columns and at most `calendarLimit`. */
export function citasBetweenQuery({ as, id }: WhoseCitas, from: string, to: string) {
  return queryOptions({
    queryKey: [...citaKeys.all, 'between', as, id, from, to],
    queryFn: async (): Promise<CalendarCita[]> => {
      const rows = await ask('load_appointments', (client) => {
        const found = client
          .from('citas')
          .select(
            'id, appointment_date, appointment_time, study_type, status, nombre, patient_name, doctor_name',
          )
        return (id === null ? found : found.eq(`${as}_id`, id))
          .gte('appointment_date', from)
          .lte('appointment_date', to)
          .order('appointment_date')
          .order('appointment_time')
          .order('id')
          .limit(calendarLimit)
      })
      return rows.map(({ nombre, patient_name, doctor_name, ...cita }) => ({
        ...cita,
        person: as === 'doctor' ? (patient_name ?? nombre) : doctor_name,
      }))
    },
  })
}
