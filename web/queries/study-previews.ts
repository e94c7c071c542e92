import { ask } from '#web/backend/client.ts'
import type { NewStudyPreview, Study, StudyPreview } from '#web/backend/database.ts'

/**
 * Stores what was made of a study's file; the files that it names lie beside that one already. A ready preview of the same
 * file stays (reason `conflict`).
 */
export async function putStudyPreview(study: Study['id'], preview: NewStudyPreview): Promise<void> {
  await ask('upload_file', (client) => client.rpc('put_study_preview', { study_id: study, preview }))
}

const keptColumns =
  'state, maker, thumb_path, thumb_width, thumb_height, cover_path, cover_width, cover_height'

/** Of a stored preview what another try keeps. */
export type KeptPreview = Pick<
  StudyPreview,
  | 'state'
  | 'maker'
  | 'thumb_path'
  | 'thumb_width'
  | 'thumb_height'
  | 'cover_path'
  | 'cover_width'
  | 'cover_height'
>

/** The preview that a study has, or null. */
export function fetchStudyPreview(study: Study['id']): Promise<KeptPreview | null> {
  return ask('load_study', (client) =>
    client.from('study_previews').select(keptColumns).eq('study_id', study).maybeSingle(),
  )
}
