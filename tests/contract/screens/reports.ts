import { expect } from 'vitest'
import { type Case, ofHerDoctor, ofTheTeam, page, read } from '../query-case.ts'
import {
  addendumRow,
  completeDraft,
  draftOfDoctora,
  draftRow,
  draftWithoutImpression,
  newPhrase,
  newTemplate,
  newWords,
  phraseRow,
  signedRow,
  studyOfReport,
  template,
  templateRow,
} from '../report-rows.ts'
import { rowOf, type Write } from '../write-case.ts'
import { studyRow } from '../write-rows.ts'

/** Reports of Mariana's: a draft and a signed one by her doctor, and a phrase of the clinic's. */
export const reads: readonly Case[] = [
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

const noReport = 'missing: No se pudo encontrar el informe.'
const authorAlone = {
  done: 'doctora',
  [noReport]: 'admin doctor paciente paciente2',
  forbidden: 'visitor',
}
const signerOrAdmin = {
  done: 'admin doctora',
  [noReport]: 'doctor paciente paciente2',
  forbidden: 'visitor',
}
const report = (id: string) => rowOf('reports', id)
const ofStudy = (id: string) => `select * from public.reports where study_id = '${id}'`

/** Reports: begun, written, signed, withdrawn; their addenda, phrases, and what a signature names. */
export const writes: readonly Write[] = [
  [
    'startReport',
    'of a study',
    {
      row: studyRow,
      run: (q, _, id) => q.startReport({ id, study_id: id, template_id: template }),
      answers: {
        done: 'admin doctora',
        'missing: No se pudo encontrar el estudio.': 'doctor paciente2',
        'forbidden: No tienes permiso para escribir el informe de este estudio.': 'paciente',
        forbidden: 'visitor',
      },
      stored: ofStudy,
      after: (_, place, me) => [
        { author_id: me, patient_id: place.id('paciente'), state: 'borrador', version: 1 },
      ],
    },
  ],
  [
    'saveReport',
    'what changed',
    {
      row: draftRow,
      run: (q, _, id) => q.saveReport(id, 1, { impression: 'Sin cambios.', patient_age: 34 }),
      answers: authorAlone,
      stored: report,
      after: () => [{ impression: 'Sin cambios.', patient_age: 34, version: 2 }],
    },
  ],
  [
    'saveReport',
    'over an older version',
    {
      row: completeDraft,
      run: (q, _, id) => q.saveReport(id, 1, { impression: 'Otra.' }),
      answers: {
        'conflict: Este informe se guardó en otra ventana.': 'doctora',
        [noReport]: 'admin doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: report,
      after: () => [],
    },
  ],
  [
    'prepareLeaving',
    'and saved while the page is left',
    {
      row: draftRow,
      run: async (q, _, id) => {
        await q.prepareLeaving()
        await q.saveReportLeaving(id, 1, { impression: 'Al salir.' })
      },
      answers: authorAlone,
      stored: report,
      after: () => [{ impression: 'Al salir.', version: 2 }],
    },
  ],
  [
    'saveReportLeaving',
    'over an older version',
    {
      row: completeDraft,
      run: async (q, _, id) => {
        await q.prepareLeaving()
        await q.saveReportLeaving(id, 1, { impression: 'Al salir.' })
      },
      answers: {
        'conflict: Este informe se guardó en otra ventana.': 'doctora',
        [noReport]: 'admin doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: report,
      after: () => [],
    },
  ],
  [
    'discardReport',
    "of one's own",
    {
      row: draftRow,
      run: (q, _, id) => q.discardReport(id),
      answers: authorAlone,
      stored: report,
      after: () => [],
    },
  ],
  [
    'freeReportDraft',
    'by administrators',
    {
      row: async (place) => {
        const id = await draftRow(place)
        return place.first(`select study_id as found from public.reports where id = '${id}'`)
      },
      run: (q, _, id) => q.freeReportDraft(id),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para el panel de administración.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: ofStudy,
      after: () => [],
    },
  ],
  [
    'signReport',
    'that lacks nothing',
    {
      row: completeDraft,
      run: (q, _, id) => q.signReport(id, 2, null),
      answers: authorAlone,
      stored: report,
      after: () => [{ state: 'firmado', signer_license: expect.any(String), hold_reason: null }],
    },
  ],
  [
    'signReport',
    'to be delivered later',
    {
      row: completeDraft,
      run: (q, _, id) => q.signReport(id, 2, { days: 3, reason: 'Se explica en la consulta.' }),
      answers: authorAlone,
      stored: report,
      after: () => [{ state: 'firmado', hold_reason: 'Se explica en la consulta.' }],
    },
  ],
  [
    'signReport',
    'that lacks its impression',
    {
      row: draftWithoutImpression,
      run: (q, _, id) => q.signReport(id, 2, null),
      answers: {
        'invalid: Falta para firmar: Impresión.': 'doctora',
        [noReport]: 'admin doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: report,
      after: () => [],
    },
  ],
  [
    'annulReport',
    'with a reason',
    {
      row: (place) => signedRow(place),
      run: (q, _, id) => q.annulReport(id, 'Estudio de otro paciente.'),
      answers: signerOrAdmin,
      stored: report,
      after: (_id, _place, me) => [
        { state: 'anulado', annul_reason: 'Estudio de otro paciente.', annulled_by: me },
      ],
    },
  ],
  [
    'releaseReport',
    'that is held',
    {
      row: (place) => signedRow(place, { days: 7, reason: 'Se explica en la consulta.' }),
      run: (q, _, id) => q.releaseReport(id),
      answers: signerOrAdmin,
      stored: report,
      after: () => [{ state: 'firmado' }],
    },
  ],
  [
    'saveAddendum',
    'to a signed report',
    {
      row: (place) => signedRow(place),
      run: (q, _, id) => q.saveAddendum({ id, report_id: id, kind: 'corrección', text: 'Es el 37.' }),
      answers: signerOrAdmin,
      stored: (id) => `select * from public.report_addenda where report_id = '${id}'`,
      after: (id, _, me) => [{ id, author_id: me, kind: 'corrección', text: 'Es el 37.', signed_at: null }],
    },
  ],
  [
    'signAddendum',
    "of one's own",
    {
      row: addendumRow,
      run: (q, _, id) => q.signAddendum(id),
      answers: {
        done: 'doctora',
        'missing: No se pudo encontrar la adenda.': 'admin doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('report_addenda', id),
      after: () => [{ position: 1, signer_license: expect.any(String) }],
    },
  ],
  [
    'createPhrase',
    "of one's own",
    {
      run: (q, _, id, me) => q.createPhrase(newPhrase(id, me)),
      answers: { done: 'admin doctora doctor', forbidden: 'paciente paciente2 visitor' },
      stored: (id) => rowOf('report_phrases', id),
      after: (id, _, me) => [newPhrase(id, me)],
    },
  ],
  [
    'createPhrase',
    "the clinic's",
    {
      run: (q, _, id) => q.createPhrase(newPhrase(id, null)),
      answers: { done: 'admin', forbidden: 'doctora doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('report_phrases', id),
      after: (id) => [newPhrase(id, null)],
    },
  ],
  [
    'deletePhrase',
    "of one's own",
    {
      row: phraseRow,
      run: (q, _, id) => q.deletePhrase(id),
      answers: { done: 'doctora', missing: 'admin doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('report_phrases', id),
      after: () => [],
    },
  ],
  [
    'savePhrase',
    "one's own",
    {
      row: phraseRow,
      run: (q, _, id) => q.savePhrase({ ...newWords, id }),
      answers: { done: 'doctora', missing: 'admin doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('report_phrases', id),
      after: () => [newWords],
    },
  ],
  [
    'addTemplate',
    'of scans',
    {
      run: (q, _, id) => q.addTemplate({ ...newTemplate, id, name: `Plantilla ${id}` }),
      answers: { done: 'admin', forbidden: 'doctora doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('report_templates', id),
      after: (id) => [{ ...newTemplate, name: `Plantilla ${id}`, version: 1 }],
    },
  ],
  [
    'saveTemplate',
    'with other sections',
    {
      row: templateRow,
      run: (q, _, id) => q.saveTemplate(id, { ...newTemplate, name: `Plantilla ${id}` }, null),
      answers: { done: 'admin', missing: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('report_templates', id),
      after: (id) => [{ ...newTemplate, name: `Plantilla ${id}`, version: 2 }],
    },
  ],
  [
    'saveTemplate',
    'that somebody saved meanwhile',
    {
      row: templateRow,
      run: (q, _, id) => q.saveTemplate(id, newTemplate, '2026-01-05T10:00:00+00:00'),
      answers: { missing: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('report_templates', id),
      after: () => [{ version: 1 }],
    },
  ],
  [
    'approveTemplate',
    'that nobody approved',
    {
      row: async (place) => {
        await place.product.database.query(
          `update public.report_templates set approved_at = null where id = '${template}'`,
        )
        return template
      },
      run: (q, _, id) => q.approveTemplate(id),
      answers: { done: 'admin', missing: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) =>
        `select approved_at is not null as approved, version from public.report_templates where id = '${id}'`,
      after: () => [{ approved: true }],
    },
  ],
  [
    'updateSigningProfile',
    "of a doctor's signature",
    {
      run: (q, place, id) =>
        q.updateSigningProfile(place.id('doctora'), {
          specialty_license: id.slice(0, 8),
          specialty_certificate: 'Consejo Mexicano',
          certificate_until: '2027-11-30',
        }),
      answers: { done: 'admin doctora', missing: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: (_, place) => rowOf('profiles', place.id('doctora')),
      after: (id) => [{ specialty_license: id.slice(0, 8), specialty_certificate: 'Consejo Mexicano' }],
    },
  ],
]
