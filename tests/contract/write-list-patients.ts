import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays, weekStart } from '#domain/days.ts'
import type { Place } from './place.ts'
import { read } from './query-case.ts'
import { rowOf, type Write } from './write-case.ts'
import { appointmentRow, newAppointment, patientRow } from './write-rows.ts'

const noAppointment = 'missing: No se pudo encontrar la cita.'
let booked = 0

/** An appointment of paciente@ that doctora@ booked, each at a start of its own, eight a day from Monday to Friday. */
async function bookedBy(place: Place): Promise<string> {
  const id = randomUUID()
  const workday = Math.floor(booked / 8)
  const day = addDays(weekStart(addDays(place.today, 400)), 7 * Math.floor(workday / 5) + (workday % 5))
  const hour = 10 + (booked++ % 8)
  await place.screen('doctora').createAppointment({
    id,
    ...newAppointment(place, place.id('doctora')),
    appointment_date: day,
    appointment_time: `${hour}:00`,
  })
  return id
}

const linkRow = (which: string) =>
  `select l.revoked_at is not null as revoked,
     (select count(*)::integer from private.cita_link_tokens t where t.link_id = l.id) as tokens
   from public.cita_links l where ${which}`
const linkOf = (id: string) => linkRow(`l.cita_id = '${id}'`)

/** Profiles, appointments and notes. */
export const writesOfPatients: readonly Write[] = [
  [
    'updateProfile',
    "a patient's",
    {
      row: patientRow,
      run: (q, _, id) =>
        q.updateProfile(id, { full_name: 'Ana Otro Nombre', phone: '962 999 0000', age: 30 }),
      answers: { done: 'admin', missing: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('profiles', id),
      after: () => [{ full_name: 'Ana Otro Nombre', phone: '962 999 0000', age: 30 }],
    },
  ],
  [
    'updateProfile',
    "one's own",
    {
      row: async (place) => {
        await place.screen('paciente').updateProfile(place.id('paciente'), { phone: '962 010 0005', age: 29 })
        return place.id('paciente')
      },
      run: (q, _, id) => q.updateProfile(id, { phone: '962 999 0000', age: 30 }),
      answers: { done: 'admin paciente', missing: 'doctora doctor paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('profiles', id),
      after: () => [{ phone: '962 999 0000', age: 30, full_name: 'Mariana López Hernández' }],
    },
  ],
  [
    'updateProfile',
    "one's own specialty and licence",
    {
      run: (q, _, id, me) =>
        q.updateProfile(me, { specialty: 'Endodoncia', professional_license: id.slice(0, 8) }),
      answers: {
        done: 'admin doctora doctor',
        'forbidden: No tienes permiso para cambiar ese dato del perfil.': 'paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => `select * from public.profiles where professional_license = '${id.slice(0, 8)}'`,
      after: (id, _, me) => [{ id: me, specialty: 'Endodoncia', professional_license: id.slice(0, 8) }],
    },
  ],
  [
    'appointmentToken',
    'of an appointment',
    {
      row: (place) => bookedBy(place),
      run: (q, _, id) => q.appointmentToken(id, 'whatsapp'),
      answers: { done: 'admin doctora', [noAppointment]: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: linkOf,
      after: () => [{ tokens: 1, revoked: false }],
    },
  ],
  [
    'ownAppointmentToken',
    'of an appointment',
    {
      row: (place) => bookedBy(place),
      run: (q, _, id) => q.ownAppointmentToken(id),
      answers: { done: 'paciente', [noAppointment]: 'admin doctora doctor paciente2', forbidden: 'visitor' },
      stored: linkOf,
      after: () => [{ tokens: 1, revoked: false }],
    },
  ],
  [
    'revokeAppointmentLink',
    'of an appointment',
    {
      row: async (place) => {
        const id = await bookedBy(place)
        await place.screen('doctora').appointmentToken(id, 'copia')
        const link = await read(place.screen('doctora').appointmentLinkQuery(id))
        return link?.id ?? ''
      },
      run: (q, _, id) => q.revokeAppointmentLink(id),
      answers: {
        done: 'admin doctora',
        'missing: No se pudo encontrar el enlace.': 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => linkRow(`l.id = '${id}'`),
      after: () => [{ tokens: 0, revoked: true }],
    },
  ],
  [
    'createAppointment',
    'in the name of another',
    {
      run: (q, place, id) => q.createAppointment({ id, ...newAppointment(place, place.id('doctora')) }),
      answers: { forbidden: 'admin doctor paciente paciente2 visitor', done: 'doctora' },
      stored: (id) => rowOf('citas', id),
      after: (id, place) => [
        { id, doctor_id: place.id('doctora'), patient_id: place.id('paciente'), status: 'pendiente' },
      ],
    },
  ],
  [
    'createAppointment',
    "in one's own name",
    {
      run: (q, place, id, me) => q.createAppointment({ id, ...newAppointment(place, me) }),
      answers: { done: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('citas', id),
      after: (id, place, me) => [
        { id, doctor_id: me, patient_id: place.id('paciente'), status: 'pendiente' },
      ],
    },
  ],
  [
    'createAppointment',
    'off the grid',
    {
      run: (q, place, id) =>
        q.createAppointment({ id, ...newAppointment(place, place.id('doctora')), appointment_time: '11:15' }),
      answers: {
        'invalid: Hora: elige uno de los horarios de la agenda.': 'admin doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('citas', id),
      after: () => [],
    },
  ],
  [
    'createAppointment',
    'before the clinic opens',
    {
      run: (q, place, id) =>
        q.createAppointment({ id, ...newAppointment(place, place.id('doctora')), appointment_time: '09:00' }),
      answers: {
        'invalid: Hora: elige uno de los horarios de la agenda.': 'admin doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('citas', id),
      after: () => [],
    },
  ],
  [
    'createAppointment',
    'on a day that is over',
    {
      run: (q, place, id) =>
        q.createAppointment({
          id,
          ...newAppointment(place, place.id('doctora')),
          appointment_date: addDays(place.today, -1),
        }),
      answers: {
        'invalid: Fecha: elige una fecha de hoy en adelante.': 'admin doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('citas', id),
      after: () => [],
    },
  ],
  [
    'setAppointmentStatus',
    'to completed',
    {
      row: appointmentRow,
      run: (q, _, id) => q.setAppointmentStatus(id, 'completada'),
      answers: { done: 'admin doctora', missing: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('citas', id),
      after: () => [{ status: 'completada' }],
    },
  ],
  [
    'setAppointmentStatus',
    'of a completed one',
    {
      row: async (place) => {
        const id = await appointmentRow(place)
        await place.screen('doctora').setAppointmentStatus(id, 'completada')
        return id
      },
      run: (q, _, id) => q.setAppointmentStatus(id, 'pendiente'),
      answers: {
        'invalid: No puedes cambiar el estado de una cita completada.': 'admin doctora',
        missing: 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('citas', id),
      after: () => [],
    },
  ],
  [
    'addNote',
    'in the name of another',
    {
      run: (q, place, id) =>
        q.addNote({
          id,
          patient_id: place.id('paciente'),
          doctor_id: place.id('doctora'),
          note: 'Revisión en un mes.',
        }),
      answers: { forbidden: 'admin doctor paciente paciente2 visitor', done: 'doctora' },
      stored: (id) => rowOf('medical_notes', id),
      after: (_, place) => [{ note: 'Revisión en un mes.', doctor_id: place.id('doctora') }],
    },
  ],
  [
    'addNote',
    "in one's own name",
    {
      run: (q, place, id, me) =>
        q.addNote({ id, patient_id: place.id('paciente'), doctor_id: me, note: 'Revisión en un mes.' }),
      answers: { done: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('medical_notes', id),
      after: (_, __, me) => [{ note: 'Revisión en un mes.', doctor_id: me }],
    },
  ],
  [
    'addNote',
    'that is blank',
    {
      run: (q, place, id) =>
        q.addNote({ id, patient_id: place.id('paciente'), doctor_id: place.id('doctora'), note: ' ' }),
      answers: {
        forbidden: 'admin doctor paciente paciente2 visitor',
        'invalid: Nota: es un dato obligatorio.': 'doctora',
      },
      stored: (id) => rowOf('medical_notes', id),
      after: () => [],
    },
  ],
  [
    'answerLinkRequest',
    'with no',
    {
      row: async ({ product, id, first }) => {
        await product.database.query(
          'insert into private.link_requests (doctor_id, patient_id) values ($1, $2) on conflict do nothing',
          [id('doctor'), id('paciente')],
        )
        return first(
          `select id as found from private.link_requests where patient_id = '${id('paciente')}' and answered_at is null`,
        )
      },
      run: (q, _, id) => q.answerLinkRequest(id, false),
      answers: {
        'missing: No se pudo encontrar la petición.': 'admin doctora doctor paciente2',
        done: 'paciente',
        forbidden: 'visitor',
      },
      stored: (id) => `select * from private.link_requests where id = '${id}'`,
      after: () => [{ accepted: false, answered_at: expect.any(String) }],
    },
  ],
]
