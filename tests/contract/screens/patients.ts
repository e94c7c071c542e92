import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays, weekStart } from '#domain/days.ts'
import type { Place } from '../place.ts'
import {
  type Case,
  noneYet,
  ofAccounts,
  ofAdministrators,
  ofAllButPaciente2,
  ofHerDoctor,
  ofMariana,
  ofTheTeam,
  page,
  read,
} from '../query-case.ts'
import { rowOf, type Write } from '../write-case.ts'
import { appointmentRow, newAppointment, patientRow } from '../write-rows.ts'

/** Every study of the demo clinic has a preview. */
/** People, appointments and studies. */
export const reads: readonly Case[] = [
  ['patientQuery', "a patient of one's own", (q, s) => read(q.patientQuery(s.id('paciente'))), ofMariana],
  ['patientNumberQuery', 'of a patient', (q, s) => read(q.patientNumberQuery(s.id('paciente'))), ofMariana],
  ['doctorPatientsQuery', 'all', (q, s) => read(q.doctorPatientsQuery(s.id('doctora'), page)), ofHerDoctor],
  [
    'doctorPatientsQuery',
    'searched',
    (q, s) => read(q.doctorPatientsQuery(s.id('doctora'), { ...page, search: 'mariana' })),
    ofHerDoctor,
  ],
  [
    'patientOptionsQuery',
    'of a doctor',
    (q, s) => read(q.patientOptionsQuery({ id: s.id('doctora'), is_admin: false }, '')),
    ofHerDoctor,
  ],
  [
    'patientOptionsQuery',
    'of a doctor, searched',
    (q, s) => read(q.patientOptionsQuery({ id: s.id('doctora'), is_admin: false }, 'mariana')),
    ofHerDoctor,
  ],
  [
    'patientOptionsQuery',
    'of an administrator, searched',
    (q, s) => read(q.patientOptionsQuery({ id: s.id('admin'), is_admin: true }, 'mariana lópez')),
    ofMariana,
  ],
  [
    'patientOptionQuery',
    'of a doctor',
    (q, s) => read(q.patientOptionQuery({ id: s.id('doctora'), is_admin: false }, s.id('paciente'))),
    ofHerDoctor,
  ],
  [
    'patientOptionQuery',
    'of an administrator',
    (q, s) => read(q.patientOptionQuery({ id: s.id('admin'), is_admin: true }, s.id('paciente'))),
    ofMariana,
  ],
  [
    'similarPatientsQuery',
    'by e-mail',
    (q) =>
      read(
        q.similarPatientsQuery({
          full_name: 'Mariana López Hernández',
          email: 'paciente@clinica.test',
          phone: '',
        }),
      ),
    ofMariana,
  ],
  ['phonesQuery', 'of a patient', (q, s) => read(q.phonesQuery([s.id('paciente')])), ofMariana],
  [
    'quickSearchQuery',
    "a patient's name",
    (q) => read(q.quickSearchQuery('mariana lópez')),
    ofAllButPaciente2,
  ],
  [
    'patientHistoryQuery',
    'of a patient',
    (q, s) => read(q.patientHistoryQuery(s.id('paciente'), 1)),
    ofMariana,
  ],
  ['doctorOptionsQuery', 'all', (q) => read(q.doctorOptionsQuery('')), ofAccounts],
  ['doctorOptionsQuery', 'searched', (q) => read(q.doctorOptionsQuery('a')), ofAdministrators],
  ['departedDoctorQuery', "of one's rows", (q, s) => read(q.departedDoctorQuery(s.id('doctora'))), ofMariana],
  ['doctorNamesQuery', 'all', (q) => read(q.doctorNamesQuery()), ofAccounts],
  [
    'appointmentsQuery',
    'of a patient',
    (q, s) =>
      read(q.appointmentsQuery({ as: 'patient', id: s.id('paciente') }, { ...page, order: 'newest' })),
    ofMariana,
  ],
  [
    'appointmentsQuery',
    'of a doctor, searched',
    (q, s) =>
      read(
        q.appointmentsQuery(
          { as: 'doctor', id: s.id('doctora') },
          { ...page, order: 'oldest', search: 'mariana lópez' },
        ),
      ),
    ofMariana,
  ],
  [
    'appointmentsQuery',
    'of a doctor, from a day on',
    (q, s) =>
      read(
        q.appointmentsQuery(
          { as: 'doctor', id: s.id('doctora') },
          { ...page, order: 'oldest', span: { from: '2020-01-01', closed: false } },
        ),
      ),
    ofMariana,
  ],
  [
    'appointmentsQuery',
    'of a doctor, before a day',
    (q, s) =>
      read(
        q.appointmentsQuery(
          { as: 'doctor', id: s.id('doctora') },
          { ...page, order: 'newest', span: { before: '2999-01-01' } },
        ),
      ),
    ofMariana,
  ],
  [
    'appointmentsQuery',
    'of everybody',
    (q) => read(q.appointmentsQuery({ as: 'doctor', id: null }, { ...page, order: 'newest' })),
    ofAccounts,
  ],
  [
    'visitsQuery',
    'of a doctor',
    (q, s) => read(q.visitsQuery(s.id('doctora'), [s.id('paciente')])),
    ofMariana,
  ],
  ['appointmentQuery', 'one', (q, s) => read(q.appointmentQuery(s.appointment)), ofMariana],
  [
    'appointmentsOfDayQuery',
    'of a doctor',
    (q, s) => read(q.appointmentsOfDayQuery(s.id('doctora'), s.appointmentDay)),
    ofMariana,
  ],
  [
    'closedAppointmentsQuery',
    'of a doctor',
    (q, s) => read(q.closedAppointmentsQuery({ as: 'doctor', id: s.id('doctora') }, s.attendedDay)),
    ofMariana,
  ],
  [
    'attendedOfDayQuery',
    'of a doctor',
    (q, s) => read(q.attendedOfDayQuery(s.id('doctora'), s.attendedDay)),
    ofMariana,
  ],
  [
    'nextAppointmentQuery',
    'of a patient',
    (q, s) => read(q.nextAppointmentQuery(s.id('paciente'), { day: '2020-01-01', time: '08:00' })),
    ofMariana,
  ],
  [
    'appointmentsAheadQuery',
    'of a doctor',
    (q, s) => read(q.appointmentsAheadQuery(s.id('doctora'), { day: '2020-01-01', time: '08:00' })),
    ofMariana,
  ],
  [
    'patientAppointmentsQuery',
    'of a doctor and a patient',
    (q, s) => read(q.patientAppointmentsQuery(s.id('doctora'), s.id('paciente'), page)),
    ofMariana,
  ],
  [
    'appointmentsBetweenQuery',
    'of a patient',
    (q, s) =>
      read(q.appointmentsBetweenQuery({ as: 'patient', id: s.id('paciente') }, '2020-01-01', '2099-01-01')),
    ofMariana,
  ],
  [
    'appointmentsBetweenQuery',
    'of a doctor',
    (q, s) =>
      read(q.appointmentsBetweenQuery({ as: 'doctor', id: s.id('doctora') }, '2020-01-01', '2099-01-01')),
    ofMariana,
  ],
  [
    'appointmentsNamedQuery',
    'of a patient',
    (q, s) => read(q.appointmentsNamedQuery([s.appointment])),
    ofMariana,
  ],
  [
    'appointmentLinkQuery',
    'of an appointment without one',
    (q, s) => read(q.appointmentLinkQuery(s.appointment)),
    { none: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'appointmentEventsQuery',
    'of an appointment',
    (q, s) => read(q.appointmentEventsQuery(s.appointment)),
    ofHerDoctor,
  ],
  ['patientChangesQuery', 'of a doctor', (q, s) => read(q.patientChangesQuery(s.id('doctora'))), ofHerDoctor],
  ['patientChangesQuery', 'of everybody', (q) => read(q.patientChangesQuery(null)), ofHerDoctor],
  ['takenSlotsQuery', 'of a doctor', (q, s) => read(q.takenSlotsQuery(s.id('doctora'), s.today)), ofTheTeam],
  [
    'patientStudiesQuery',
    'of a patient',
    (q, s) => read(q.patientStudiesQuery(s.id('paciente'), page)),
    ofMariana,
  ],
  [
    'studiesToCompareQuery',
    'of a patient',
    (q, s) => read(q.studiesToCompareQuery(s.id('paciente'))),
    ofMariana,
  ],
  ['myStudiesQuery', 'of a patient', (q, s) => read(q.myStudiesQuery(s.id('paciente'), page)), ofMariana],
  ['myResultsQuery', 'of a patient', (q, s) => read(q.myResultsQuery(s.id('paciente'), 7)), ofMariana],
  ['studyPreviewsQuery', 'of a study', (q, s) => read(q.studyPreviewsQuery([s.study])), ofMariana],
  [
    'doctorStudiesQuery',
    'of a doctor',
    (q, s) => read(q.doctorStudiesQuery(s.id('doctora'), page)),
    ofAllButPaciente2,
  ],
  [
    'doctorStudiesQuery',
    'of a doctor, searched',
    (q, s) => read(q.doctorStudiesQuery(s.id('doctora'), { ...page, search: 'mariana' })),
    ofMariana,
  ],
  [
    'newStudiesQuery',
    'of a doctor',
    (q, s) => read(q.newStudiesQuery(s.id('doctora'), '2020-01-01T00:00:00Z', s.bounds.to)),
    ofAllButPaciente2,
  ],
  ['allStudiesQuery', 'all', (q) => read(q.allStudiesQuery(page)), ofAccounts],
  [
    'allStudiesQuery',
    'searched',
    (q) => read(q.allStudiesQuery({ ...page, search: 'mariana lópez' })),
    ofMariana,
  ],
  ['studyQuery', 'one', (q, s) => read(q.studyQuery(s.study)), ofMariana],
  ['sharesQuery', 'of a study', (q, s) => read(q.sharesQuery(s.study)), ofMariana],
  [
    'notesQuery',
    'of a patient',
    (q, s) => read(q.notesQuery(s.id('paciente'), page)),
    { some: 'doctora', none: 'admin doctor paciente paciente2', forbidden: 'visitor' },
  ],
  ['fetchProfile', 'of a patient', (q, s) => q.fetchProfile(s.id('paciente')), ofMariana],
  ['fetchStudyPreview', 'of a study', (q, s) => q.fetchStudyPreview(s.study), ofMariana],
  [
    'fetchMissingPreviews',
    'of whole files',
    (q) => q.fetchMissingPreviews(true, null, 100),
    ofAdministrators,
  ],
  ['missingPreviewsQuery', 'how many', (q) => read(q.missingPreviewsQuery(false)), ofAdministrators],
  [
    'unreadableStudiesQuery',
    'of which nothing is shown',
    (q) => read(q.unreadableStudiesQuery(page)),
    noneYet,
  ],
  [
    'studyFileBytes',
    'of a file',
    async (q, s) => q.studyFileBytes(await fileOf(s)),
    { some: 'admin doctora paciente', missing: 'doctor paciente2 visitor' },
  ],
  [
    'loadBeside',
    'its small picture',
    async (q, s) => {
      const path = await s.first(
        `select thumb_path as found from public.study_previews p join public.studies s on s.id = p.study_id
         where s.patient_id = '${s.id('paciente')}' and thumb_path is not null`,
      )
      return (await q.loadBeside(path, new AbortController().signal)).size
    },
    { some: 'admin doctora paciente', missing: 'doctor paciente2 visitor' },
  ],
  [
    'signedStudyUrl',
    'of a file',
    async (q, s) => q.signedStudyUrl(await fileOf(s), 'load_study'),
    { some: 'admin doctora paciente', missing: 'doctor paciente2 visitor' },
  ],
  [
    'downloadStudy',
    'which answers nothing',
    async (q, s) => q.downloadStudy({ id: s.study, ...(await fileOf(s)) }),
    { none: 'admin doctora paciente', missing: 'doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'loadStudyFile',
    'of a study',
    async (q, s) =>
      q
        .loadStudyFile(await fileOf(s), {
          signal: new AbortController().signal,
          onProgress: () => {},
        })
        .then(({ size }) => size),
    { some: 'admin doctora paciente', missing: 'doctor paciente2 visitor' },
  ],
  [
    'countExport',
    'of appointments',
    (q) => q.countExport('citas', new AbortController().signal),
    { some: 'admin doctora doctor paciente paciente2', session: 'visitor' },
  ],
  [
    'exportPage',
    'of studies',
    (q) => q.exportPage('estudios', null, new AbortController().signal, new Map()),
    ofAccounts,
  ],
]

async function fileOf({ study, first }: Place) {
  return {
    file_url: await first(`select file_url as found from public.studies where id = '${study}'`),
    file_name: 'estudio.zip',
  }
}

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
export const writes: readonly Write[] = [
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
