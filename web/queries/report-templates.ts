import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import type { ReportPhrase, ReportTemplate } from '#web/backend/report-rows.ts'

export type { ReportPhrase, ReportTemplate }

export const templateKey = ['report templates'] as const

/** The templates that a report may begin with, by name; `approved_at` is null until an administrator saved one. */
export function templatesQuery() {
  return queryOptions({
    queryKey: templateKey,
    queryFn: (): Promise<ReportTemplate[]> =>
      ask('load_report', (client) =>
        client.from('report_templates').select().eq('active', true).order('created_at').order('id'),
      ),
  })
}

/** For administrators: says that the clinic's radiologist has read a template. What an administrator saves counts as approved. */
export async function approveTemplate(id: ReportTemplate['id']): Promise<void> {
  await ask('save_phrase', (client) =>
    client.from('report_templates').update({ active: true }).eq('id', id).select('id').single(),
  )
}

export const phraseKey = ['report phrases'] as const

/** The clinic's phrases and one's own, by title. */
export function phrasesQuery() {
  return queryOptions({
    queryKey: phraseKey,
    queryFn: (): Promise<ReportPhrase[]> =>
      ask('load_report', (client) => client.from('report_phrases').select().order('title').order('id')),
  })
}

/** Stores a phrase, once however often it is sent with the same id; without an owner it is the clinic's. */
export function createPhrase(phrase: Omit<ReportPhrase, 'created_at'>): Promise<void> {
  return insertOnce('save_phrase', {
    insert: (client) => client.from('report_phrases').insert(phrase),
    find: (client) => client.from('report_phrases').select('id').eq('id', phrase.id),
  })
}

/** Deletes a phrase of one's own; an administrator also one of the clinic. */
export async function deletePhrase(id: ReportPhrase['id']): Promise<void> {
  await ask('save_phrase', (client) =>
    client.from('report_phrases').delete().eq('id', id).select('id').single(),
  )
}
