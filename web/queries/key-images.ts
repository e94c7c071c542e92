import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Profile } from '#web/backend/database.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import type { KeyImage, NewKeyImage } from '#web/backend/report-rows.ts'

export type ShownKeyImage = Pick<
  KeyImage,
  'id' | 'author_id' | 'path' | 'width' | 'height' | 'caption' | 'position' | 'source' | 'audience'
> & { author: Pick<Profile, 'full_name'> | null }

const columns =
  'id, author_id, path, width, height, caption, position, source, audience, author:profiles!author_id(full_name)'

export const keyImageKeys = { of: (studyId: string) => ['key_images', studyId] as const }

/** The key images of a study that the person may see, in their order. */
export function keyImagesQuery(studyId: string) {
  return queryOptions({
    queryKey: keyImageKeys.of(studyId),
    queryFn: (): Promise<ShownKeyImage[]> =>
      ask('load_study', (client) =>
        client
          .from('key_images')
          .select(columns)
          .eq('study_id', studyId)
          .is('removed_at', null)
          .order('position')
          .order('created_at'),
      ),
  })
}

/** The row of a key image whose file is stored already; once however often it is sent with the same id. */
export function addKeyImage(image: NewKeyImage): Promise<void> {
  return insertOnce('update_study', {
    insert: (client) => client.from('key_images').insert(image),
    find: (client) => client.from('key_images').select('id').eq('id', image.id),
  })
}

/** Changes one's own key image, or takes it away (`removed_at`). Throws with reason `missing` for one that is not. */
export async function updateKeyImage(
  id: KeyImage['id'],
  changes: Partial<Pick<KeyImage, 'caption' | 'position' | 'audience' | 'removed_at'>>,
): Promise<void> {
  await ask('update_study', (client) =>
    client.from('key_images').update(changes).eq('id', id).select('id').single(),
  )
}
