import { type Case, ofHerDoctor, ofTheTeam, page, read } from './query-case.ts'
import { draftOfDoctora, studyOfReport } from './report-rows.ts'

/** Reports of Mariana's: a draft and a signed one by her doctor, and a phrase of the clinic's. */
export const readsOfReports: readonly Case[] = [
  ['awaitingReportsQuery', 'of all', (q) => read(q.awaitingReportsQuery(page)), ofTheTeam],
  ['awaitingCountQuery', 'of all', (q) => read(q.awaitingCountQuery()), ofTheTeam],
  [
    'ownDraftsQuery',
    'of the caller',
    (q) => read(q.ownDraftsQuery(page)),
    { some: 'doctora doctor', none: 'admin paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'signedReportsQuery',
    'of all',
    (q) => read(q.signedReportsQuery(page)),
    { some: 'admin doctora doctor', none: 'paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'reportsOfStudyQuery',
    'of a draft',
    async (q, s) => (await read(q.reportsOfStudyQuery(await studyOfReport(s, 'borrador')))).draft,
    { some: 'doctora', none: 'admin paciente', missing: 'doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'reportsOfStudyQuery',
    'of who writes it',
    async (q, s) => (await read(q.reportsOfStudyQuery(await studyOfReport(s, 'borrador')))).writer,
    { some: 'admin doctora', none: 'paciente', missing: 'doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'reportsOfStudyQuery',
    'of a signed one',
    async (q, s) => (await read(q.reportsOfStudyQuery(await studyOfReport(s, 'firmado')))).signed,
    { some: 'admin doctora', none: 'paciente', missing: 'doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'readDraft',
    "of one's own",
    async (q, s) => q.readDraft(await draftOfDoctora(s)),
    { some: 'doctora', none: 'admin doctor paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'lastPatientFactsQuery',
    'of Mariana',
    (q, s) => read(q.lastPatientFactsQuery(s.id('paciente'))),
    ofHerDoctor,
  ],
  ['templatesQuery', 'active', (q) => read(q.templatesQuery()), ofTheTeam],
  ['phrasesQuery', "the clinic's", (q) => read(q.phrasesQuery()), ofTheTeam],
  ['allTemplatesQuery', 'all', (q) => read(q.allTemplatesQuery()), ofTheTeam],
  ['clinicPhrasesQuery', 'of the clinic', (q) => read(q.clinicPhrasesQuery(page)), ofTheTeam],
  ['measuresQuery', 'of a study', (q, s) => read(q.measuresQuery(s.study)), ofHerDoctor],
  [
    'reportNeededQuery',
    'of a tomography',
    async (q, s) => read(q.reportNeededQuery(await studyOfReport(s, 'borrador'))),
    { some: 'admin doctora paciente', none: 'doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'signingProfileQuery',
    'of a doctor',
    (q, s) => read(q.signingProfileQuery(s.id('doctora'))),
    { some: 'admin doctora doctor paciente', none: 'paciente2', forbidden: 'visitor' },
  ],
]
