import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { StudySeen } from '#web/backend/database.ts'
import { type ReadReport, type WithdrawnReport, wholeReport } from './read-report.ts'
import { studyKeys } from './study-keys.ts'

export const reportReadingKeys = {
  all: ['read reports'] as const,
}

const texts =
  'requested_by, study_name, clinical_question, sections, incidents, performed_by, technique, quality, compared_with, impression, recommendations, communication, patient_summary' as const
const signed =
  'signed_at, signer_name, signer_license, signer_specialty, signer_specialty_license, signer_certificate, content_hash' as const
const sheet =
  `id, study_id, state, folio, performed_at, patient_name, patient_age, patient_sex, ${texts}, ${signed}, clinic, signed_text, verify_token, annulled_at, annul_reason, images:report_images(position, caption, image:key_images(path, width, height)), addenda:report_addenda(id, kind, text, position, ${signed})` as const

/** A report to print, or null when it does not exist or may not be read. Patients have a function, which leaves columns out. */
export function reportSheetQuery(id: string, reader: 'staff' | 'patient') {
  return queryOptions({
    queryKey: [...reportReadingKeys.all, reader, id],
    queryFn: (): Promise<ReadReport | WithdrawnReport | null> =>
      reader === 'staff' ? staffReport(id) : patientReport(id),
  })
}

async function staffReport(id: string): Promise<ReadReport | null> {
  const row = await ask('load_report', (client) =>
    client.from('reports').select(sheet).eq('id', id).maybeSingle(),
  )
  if (!row) return null
  const { images, ...report } = row
  const shown = images
    .toSorted((one, other) => one.position - other.position)
    // A picture that may not be seen any more.
    .flatMap(({ image, caption }) => (image ? [{ ...image, caption }] : []))
  return wholeReport({ ...report, images: shown })
}

async function patientReport(id: string): Promise<ReadReport | WithdrawnReport | null> {
  const head = await ask('load_report', (client) =>
    client.from('report_heads').select('study_id').eq('report_id', id).maybeSingle(),
  )
  const report = head && (await readMine(head.study_id))
  return report?.id === id ? report : null
}

/** What a patient may read of the report of an own study; null while there is none. */
export function myReportQuery(studyId: string) {
  return queryOptions({
    queryKey: [...reportReadingKeys.all, 'of', studyId],
    queryFn: () => readMine(studyId),
    // One that is held back is released by the clock alone.
    refetchInterval: ({ state }) => state.data === null && 45_000,
  })
}

async function readMine(study_id: string): Promise<ReadReport | WithdrawnReport | null> {
  const report = await ask('load_report', (client) => client.rpc('my_report', { study_id }))
  if (report === null) return null
  return 'impression' in report ? wholeReport(report) : report
}

/** That somebody opened a study or its report: a person, or whoever has a link. */
export type Sighting = Pick<StudySeen, 'study_id' | 'person_id' | 'share_id' | 'what' | 'last_at'> & {
  person: { full_name: string } | null
  share: { label: string | null } | null
}

/** Who opened these studies, the last first, for those who may read them. */
export function studySeenQuery(studyIds: readonly string[]) {
  return queryOptions({
    queryKey: [...studyKeys.all, 'seen', studyIds],
    queryFn: (): Promise<Sighting[]> =>
      ask('load_studies', (client) =>
        client
          .from('study_seen')
          .select(
            'study_id, person_id, share_id, what, last_at, person:profiles!person_id(full_name), share:study_shares!share_id(label)',
          )
          .in('study_id', studyIds)
          .order('last_at', { ascending: false }),
      ),
    enabled: studyIds.length > 0,
    placeholderData: (before) => before,
  })
}

/** Whether a person wants a mail when there is a new result; null when one may not see that. */
export function wantsMailQuery(id: string) {
  return queryOptions({
    queryKey: ['wants mail', id],
    queryFn: async (): Promise<boolean | null> =>
      (
        await ask('load_profile', (client) =>
          client.from('profiles').select('wants_mail').eq('id', id).maybeSingle(),
        )
      )?.wants_mail ?? null,
  })
}

/** One's own mails about new results. */
export async function wantMail(id: string, wanted: boolean): Promise<void> {
  await ask('save_reminders', (client) =>
    client.from('profiles').update({ wants_mail: wanted }).eq('id', id).select('id').single(),
  )
}
