import type { Place } from '../place.ts'
import { type Case, ofAnybody, ofMariana, read } from '../query-case.ts'
import type { Write } from '../write-case.ts'

/** A column of the demo's signed report of Mariana, which has an addendum. */
const signed = (place: Place, column: string) =>
  place.first(
    `select ${column}::text as found from public.reports
     where patient_id = '${place.id('paciente')}' and state = 'firmado' and visible_from <= now()`,
  )

/** Reports as they are read, and who has opened studies. */
export const reads: readonly Case[] = [
  [
    'reportSheetQuery',
    'for the clinic',
    async (q, s) => read(q.reportSheetQuery(await signed(s, 'id'), 'staff')),
    { some: 'admin doctora', none: 'doctor paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'reportSheetQuery',
    'for its patient',
    async (q, s) => read(q.reportSheetQuery(await signed(s, 'id'), 'patient')),
    // Staff have no report of their own.
    { some: 'paciente', none: 'doctor paciente2', missing: 'admin doctora', forbidden: 'visitor' },
  ],
  [
    'myReportQuery',
    'of a study',
    async (q, s) => read(q.myReportQuery(await signed(s, 'study_id'))),
    { some: 'paciente', missing: 'admin doctora doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'studySeenQuery',
    'of what Mariana opened',
    async (q, s) =>
      read(
        q.studySeenQuery([
          await s.first(
            `select study_id as found from public.study_seen where person_id = '${s.id('paciente')}'`,
          ),
        ]),
      ),
    ofMariana,
  ],
  ['wantsMailQuery', 'of a patient', (q, s) => read(q.wantsMailQuery(s.id('paciente'))), ofMariana],
  ['verifyReport', 'by its code', async (q, s) => q.verifyReport(await signed(s, 'verify_token')), ofAnybody],
]

const mailWish = (id: string) =>
  `select wants_mail from public.profiles where id = '${id}' and not wants_mail`

/** Mariana, who wants mails. */
async function withMail(place: Place): Promise<string> {
  await place.product.database.query('update public.profiles set wants_mail = true')
  return place.id('paciente')
}

/** What readers of reports change. */
export const writes: readonly Write[] = [
  [
    'wantMail',
    'of a patient',
    {
      row: withMail,
      run: (q, _, id) => q.wantMail(id, false),
      answers: {
        done: 'paciente',
        'forbidden: No tienes permiso para cambiar ese dato del perfil.': 'admin',
        missing: 'doctora doctor paciente2',
        forbidden: 'visitor',
      },
      stored: mailWish,
      after: () => [{ wants_mail: false }],
    },
  ],
]
