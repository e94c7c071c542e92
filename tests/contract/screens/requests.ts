import { randomUUID } from 'node:crypto'
import type { Place } from '../place.ts'
import { ended, rowOf, type Write } from '../write-case.ts'
import { newAppointment, requestRow } from '../write-rows.ts'

const form = {
  patient_name: 'Ana Prueba',
  patient_email: 'ana@example.com',
  patient_phone: '2221234567',
  patient_age: 30,
  study_type: 'Radiografía Panorámica',
  referring_doctor: 'Dra. Alejandra Pérez',
  notes: 'Sin prisa',
  tentative_date: '2999-01-01',
  status: 'pendiente' as const,
  privacy_version: '1',
}
const leftOut = { patient_age: null, referring_doctor: null, notes: null, tentative_date: null }

const noBooker = 'forbidden: No tienes permiso para agendar citas.'

/** A pending request with the name and e-mail of paciente@. */
const marianasRequest = (place: Place) =>
  requestRow(place, { name: 'Mariana López Hernández', email: 'paciente@clinica.test' })

const bookedFrom = (id: string) =>
  `select r.status, (select count(*)::integer from public.citas c where c.request_id = r.id) as booked,
     (select count(*)::integer from public.cita_links l where l.request_id = r.id) as links
   from public.study_requests r where r.id = ${id}`

/** Requests, from the public form to their answer. */
export const writes: readonly Write[] = [
  [
    'sendRequest',
    'of the public form',
    {
      run: (q, _, id) => q.sendRequest(form, id),
      answers: { done: 'admin doctora doctor paciente paciente2 visitor' },
      stored: (id) => `select * from public.study_requests where submission_id = '${id}'`,
      after: () => [form],
    },
  ],
  [
    'sendRequest',
    'with what may be left out left out',
    {
      run: (q, _, id) => q.sendRequest({ ...form, ...leftOut }, id),
      answers: { done: 'admin doctora doctor paciente paciente2 visitor' },
      stored: (id) => `select * from public.study_requests where submission_id = '${id}'`,
      after: () => [{ status: 'pendiente', ...leftOut }],
    },
  ],
  [
    'sendRequest',
    'of a study that is not offered',
    {
      run: (q, _, id) => q.sendRequest({ ...form, study_type: 'Otro' }, id),
      answers: {
        'refused: Tipo de estudio: elige uno de la lista.': 'admin doctora doctor paciente paciente2 visitor',
      },
      stored: (id) => `select * from public.study_requests where submission_id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'bookAppointment',
    'of Mariana with doctora@',
    {
      row: marianasRequest,
      run: (q, place, id) => {
        const { appointment_date: day } = newAppointment(place, place.id('doctora'))
        return q.bookAppointment({
          id: randomUUID(),
          patientId: place.id('paciente'),
          doctorId: place.id('doctora'),
          day,
          time: '10:30',
          study: 'Escaneo Intraoral',
          requestId: Number(id),
          reason: null,
          mail: false,
        })
      },
      answers: {
        done: 'admin doctora',
        [noBooker]: 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: bookedFrom,
      after: () => [{ status: 'aceptada', booked: 1 }],
    },
  ],
  [
    'sendChoice',
    'of Mariana with doctora@',
    {
      row: marianasRequest,
      run: (q, place, id) => q.sendChoice(Number(id), place.id('doctora')),
      answers: {
        done: 'admin doctora',
        [noBooker]: 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: bookedFrom,
      after: () => [{ status: 'aceptada', links: 1 }],
    },
  ],
  [
    'setRequestStatus',
    'to rejected',
    {
      row: requestRow,
      run: (q, _, id) => q.setRequestStatus(Number(id), 'rechazada'),
      answers: { done: 'admin doctora doctor', missing: 'paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('study_requests', id),
      after: () => [{ status: 'rechazada' }],
    },
  ],
  [
    'setRequestStatus',
    'of a rejected one',
    {
      row: async (place) => {
        const id = await requestRow(place)
        await place.screen('doctora').setRequestStatus(Number(id), 'rechazada')
        return id
      },
      run: (q, _, id) => q.setRequestStatus(Number(id), 'pendiente'),
      answers: { done: 'admin', missing: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('study_requests', id),
      after: () => [{ status: 'pendiente' }],
    },
  ],
  [
    'markRequestAccepted',
    'of a patient who was added',
    {
      row: requestRow,
      run: (q, _, id) => q.markRequestAccepted(Number(id)),
      answers: { done: 'admin doctora doctor', nothing: 'paciente paciente2 visitor' },
      stored: (id) => rowOf('study_requests', id),
      after: () => [{ status: 'aceptada' }],
    },
  ],
  [
    'acceptRequest',
    "of a known patient's e-mail",
    {
      row: (place) => requestRow(place, { name: 'Jorge Méndez Cruz', email: 'paciente2@clinica.test' }),
      run: (q, _, id) => q.acceptRequest(Number(id)),
      answers: {
        done: 'admin doctora doctor',
        'forbidden: No tienes permiso para aceptar solicitudes.': 'paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) => rowOf('study_requests', id),
      after: () => [{ status: 'aceptada' }],
    },
  ],
  [
    'acceptRequest',
    'a second time',
    {
      row: async (place) => {
        const id = await requestRow(place)
        await place.screen('doctora').setRequestStatus(Number(id), 'rechazada')
        return id
      },
      run: (q, _, id) => q.acceptRequest(Number(id)),
      answers: {
        'conflict: La solicitud ya no está pendiente.': 'admin doctora doctor',
        'forbidden: No tienes permiso para aceptar solicitudes.': 'paciente paciente2',
        [ended]: 'visitor',
      },
      stored: (id) => rowOf('study_requests', id),
      after: () => [],
    },
  ],
  [
    'updateRequest',
    'all that may be rewritten',
    {
      row: requestRow,
      run: (q, _, id) =>
        q.updateRequest(Number(id), {
          patient_name: 'Ana María Prueba',
          patient_email: 'ana@example.com',
          patient_phone: '5550000000',
          study_type: 'Trazados Cefalométricos',
          status: 'aceptada',
          notes: null,
          referring_doctor: 'Dr. Juan Pérez',
        }),
      answers: {
        done: 'admin',
        'forbidden: Solo puedes cambiar el estado de la solicitud.': 'doctora doctor',
        missing: 'paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('study_requests', id),
      after: () => [
        {
          patient_name: 'Ana María Prueba',
          patient_email: 'ana@example.com',
          patient_phone: '5550000000',
          study_type: 'Trazados Cefalométricos',
          status: 'aceptada',
          notes: null,
          referring_doctor: 'Dr. Juan Pérez',
        },
      ],
    },
  ],
  [
    'deleteRequest',
    'for good',
    {
      row: requestRow,
      run: (q, _, id) => q.deleteRequest(Number(id)),
      answers: { done: 'admin', missing: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('study_requests', id),
      after: () => [],
    },
  ],
]
