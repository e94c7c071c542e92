import type { Place } from './place.ts'
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
} from './query-case.ts'

/** Every study of the demo clinic has a preview. */
const onlyToAdministrators = { none: 'admin', forbidden: 'doctora doctor paciente paciente2 visitor' }

/** People, appointments and studies. */
export const readsOfPatients: readonly Case[] = [
  ['patientQuery', "a patient of one's own", (q, s) => read(q.patientQuery(s.id('paciente'))), ofMariana],
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
          { ...page, order: 'oldest', span: { from: '2020-01-01' } },
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
    onlyToAdministrators,
  ],
  ['missingPreviewsQuery', 'how many', (q) => read(q.missingPreviewsQuery(false)), onlyToAdministrators],
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
          consent: () => null,
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
