import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/days.ts'
import type { Place } from '../place.ts'
import { rowOf, type Write } from '../write-case.ts'

let days = 0

/** An appointment of paciente@ with doctora@ on a day of its own, far behind the demo's. */
async function booked(place: Place): Promise<string> {
  const id = randomUUID()
  days += 1
  await place.screen('doctora').bookAppointment(bookingOf(place, id, addDays(place.today, 600 + days)))
  return id
}

const bookingOf = (place: Place, id: string, day: string) => ({
  id,
  patientId: place.id('paciente'),
  doctorId: place.id('doctora'),
  day,
  time: '10:00',
  study: 'Escaneo Intraoral',
  requestId: null,
  reason: null as string | null,
  mail: false,
})

/** One that began an hour ago, stored by the owner: nobody books what is past. */
async function begun(place: Place): Promise<string> {
  const id = randomUUID()
  await place.product.database.query(
    `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, status)
     values ('${id}', '${place.id('paciente')}', '${place.id('doctora')}', private.clinic_today() - 1,
       (time '06:00' + ${days++} * interval '1 minute'), 'pendiente')`,
  )
  return id
}

/** What its patient did by the link. */
async function confirmedByLink(place: Place): Promise<string> {
  const id = await booked(place)
  const token = await place.screen('doctora').appointmentToken(id, 'copia')
  await place.stored(`select public.confirm_by_link('${token}') as found`)
  return place.first(`select id as found from public.cita_events where cita_id = '${id}' and by = 'paciente'`)
}

const staff = 'admin doctora'
const others = { 'missing: No se pudo encontrar la cita.': 'doctor paciente paciente2', forbidden: 'visitor' }

/** What staff do with appointments. */
export const writes: readonly Write[] = [
  [
    'bookAppointment',
    'with a reason, at a half hour when the clinic is closed',
    {
      run: (q, place, id) => {
        days += 1
        const booking = bookingOf(place, id, addDays(place.today, 900 + days))
        return q.bookAppointment({ ...booking, time: '20:00', reason: 'Dolor agudo' })
      },
      answers: {
        done: staff,
        'forbidden: No tienes permiso para agendar citas.': 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('citas', id),
      after: (id) => [{ id, appointment_time: '20:00:00', seat: 0, status: 'pendiente' }],
    },
  ],
  [
    'bookAppointment',
    'there without a reason',
    {
      run: (q, place, id) =>
        q.bookAppointment({ ...bookingOf(place, id, addDays(place.today, 900)), time: '20:00' }),
      answers: {
        'invalid: Hora: elige uno de los horarios de la agenda.': staff,
        'forbidden: No tienes permiso para agendar citas.': 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('citas', id),
      after: () => [],
    },
  ],
  [
    'moveAppointment',
    'to another day',
    {
      row: (place) => booked(place),
      run: (q, place, id) => {
        days += 1
        const day = addDays(place.today, 1200 + days)
        return q.moveAppointment(id, { day, time: '11:00', reason: null, doctorId: null, mail: false })
      },
      answers: { done: staff, ...others },
      stored: (id) => rowOf('citas', id),
      after: () => [{ appointment_time: '11:00:00', status: 'pendiente', moves: 1 }],
    },
  ],
  [
    'moveAppointment',
    'that has begun',
    {
      row: begun,
      run: (q, place, id) =>
        q.moveAppointment(id, {
          day: addDays(place.today, 1500),
          time: '11:00',
          reason: null,
          doctorId: null,
          mail: false,
        }),
      answers: { 'conflict: Esta cita ya no se puede mover.': staff, ...others },
      stored: (id) => rowOf('citas', id),
      after: () => [],
    },
  ],
  [
    'actOnAppointment',
    'to confirmed',
    {
      row: (place) => booked(place),
      run: (q, _, id) => q.actOnAppointment(id, 'confirm_cita'),
      answers: { done: staff, ...others },
      stored: (id) => rowOf('citas', id),
      after: () => [{ status: 'confirmada' }],
    },
  ],
  [
    'actOnAppointment',
    'to missed',
    {
      row: begun,
      run: (q, _, id) => q.actOnAppointment(id, 'mark_no_show'),
      answers: { done: staff, ...others },
      stored: (id) => rowOf('citas', id),
      after: () => [{ status: 'no_asistio' }],
    },
  ],
  [
    'actOnAppointment',
    'to missed before it begins',
    {
      row: (place) => booked(place),
      run: (q, _, id) => q.actOnAppointment(id, 'mark_no_show'),
      answers: { 'conflict: Todavía no es la hora de esta cita.': staff, ...others },
      stored: (id) => rowOf('citas', id),
      after: () => [],
    },
  ],
  [
    'actOnAppointment',
    'to pending again',
    {
      row: async (place) => {
        const id = await begun(place)
        await place.screen('doctora').actOnAppointment(id, 'mark_no_show')
        return id
      },
      run: (q, _, id) => q.actOnAppointment(id, 'undo_no_show'),
      answers: { done: staff, ...others },
      stored: (id) => rowOf('citas', id),
      after: () => [{ status: 'pendiente' }],
    },
  ],
  [
    'markChangesSeen',
    'of a patient',
    {
      row: confirmedByLink,
      run: (q, _, id, me) => q.markChangesSeen([id], me),
      answers: { done: staff, nothing: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('cita_events', id),
      after: (id, _, me) => [{ id, seen_by: me }],
    },
  ],
]
