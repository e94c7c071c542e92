import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import { insertOnce } from '#web/backend/insert-once.ts'
import type { ViewerPreset } from '#web/backend/report-rows.ts'

export type OwnPreset = Pick<ViewerPreset, 'id' | 'name' | 'center' | 'width'>

export const presetKeys = { all: ['viewer_presets'] as const }

/** The person's own windows, in the order in which they were kept. */
export function presetsQuery() {
  return queryOptions({
    queryKey: presetKeys.all,
    queryFn: (): Promise<OwnPreset[]> =>
      ask('load_study', (client) =>
        client.from('viewer_presets').select('id, name, center, width').order('created_at').order('id'),
      ),
  })
}

/** Keeps a window under a name, once however often it is sent with the same id. */
export function addPreset(preset: OwnPreset & Pick<ViewerPreset, 'owner_id'>): Promise<void> {
  return insertOnce('update_study', {
    insert: (client) => client.from('viewer_presets').insert(preset),
    find: (client) => client.from('viewer_presets').select('id').eq('id', preset.id),
  })
}

export async function removePreset(id: ViewerPreset['id']): Promise<void> {
  await ask('update_study', (client) => client.from('viewer_presets').delete().eq('id', id))
}
