import { queryOptions } from '@tanstack/react-query'
import { ask, askPage, type Page } from '#web/backend/client.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import { counted, keepShown, type PageOf, rangeOf } from '#web/backend/paging.ts'
import type { ReportPhrase, ReportTemplate } from '#web/backend/report-rows.ts'
import { phraseKey, templateKey } from './report-templates.ts'

// What administrators change of the words for reports.

/** What is written of a template; saving approves it and, with other words, makes another version. */
type TemplateWords = Pick<ReportTemplate, 'study_type' | 'name' | 'sections' | 'active'>

/** Every template by kind of study and name, also those that are not offered any more; for administrators. */
export function allTemplatesQuery() {
  return queryOptions({
    queryKey: [...templateKey, 'all'],
    queryFn: (): Promise<ReportTemplate[]> =>
      ask('load_report', (client) =>
        client.from('report_templates').select().order('study_type').order('name').order('id'),
      ),
  })
}

/** Adds a template, once however often it is sent with the same id. */
export function addTemplate(template: TemplateWords & Pick<ReportTemplate, 'id'>): Promise<void> {
  return insertOnce('save_phrase', {
    insert: (client) => client.from('report_templates').insert(template),
    find: (client) => client.from('report_templates').select('id').eq('id', template.id),
  })
}

/**
 * Saves a template as it stood at `since`, its `updated_at`; 'missing' when somebody saved it meanwhile. Without `since`
 * over whatever stands there.
 */
export async function saveTemplate(
  id: ReportTemplate['id'],
  words: TemplateWords,
  since: ReportTemplate['updated_at'] | null,
): Promise<void> {
  await ask('save_phrase', (client) => {
    const change = client.from('report_templates').update(words).eq('id', id)
    return (since === null ? change : change.eq('updated_at', since)).select('id').single()
  })
}

/** One page of the clinic's phrases by title. */
export function clinicPhrasesQuery(page: PageOf) {
  return queryOptions({
    queryKey: [...phraseKey, 'clinic', page],
    queryFn: (): Promise<Page<ReportPhrase>> =>
      askPage('load_report', (client) =>
        client
          .from('report_phrases')
          .select('*', counted)
          .is('owner_id', null)
          .order('title')
          .order('id')
          .range(...rangeOf(page)),
      ),
    placeholderData: keepShown,
  })
}

/** Changes a phrase: for administrators the clinic's. */
export async function savePhrase({
  id,
  template_id,
  section_key,
  title,
  text,
}: Omit<ReportPhrase, 'created_at' | 'owner_id'>): Promise<void> {
  await ask('save_phrase', (client) =>
    client
      .from('report_phrases')
      .update({ template_id, section_key, title, text })
      .eq('id', id)
      .select('id')
      .single(),
  )
}
