import { ask } from '#web/backend/client.ts'
import type { StudyDesk } from '#web/backend/report-rows.ts'

/** How the person left the viewer on a study, or null. */
export async function fetchDesk(study: Pick<StudyDesk, 'study_id' | 'author_id'>): Promise<unknown> {
  const row = await ask('load_study', (client) =>
    client
      .from('study_desks')
      .select('state')
      .eq('study_id', study.study_id)
      .eq('author_id', study.author_id)
      .maybeSingle(),
  )
  return row?.state ?? null
}

/** Keeps it, over what was there. */
export async function saveDesk(
  desk: Pick<StudyDesk, 'study_id' | 'author_id' | 'state' | 'version'>,
): Promise<void> {
  await ask('update_study', (client) =>
    client.from('study_desks').upsert(desk, { onConflict: 'study_id,author_id' }),
  )
}

/** Forgets it: the study opens as for the first time. */
export async function forgetDesk(desk: Pick<StudyDesk, 'study_id' | 'author_id'>): Promise<void> {
  await ask('update_study', (client) =>
    client.from('study_desks').delete().eq('study_id', desk.study_id).eq('author_id', desk.author_id),
  )
}
