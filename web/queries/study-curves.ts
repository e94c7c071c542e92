import { ask } from '#web/backend/client.ts'
import type { Study } from '#web/backend/database.ts'

/** The curves of a study's dental arches that its editors gave to everybody, by series, in mm of the patient; null without any. */
export async function fetchCurves(study: Pick<Study, 'id'>): Promise<unknown> {
  const row = await ask('load_study', (client) =>
    client.from('studies').select('arch').eq('id', study.id).maybeSingle(),
  )
  return row?.arch ?? null
}

/** Gives them to everybody who reads the study; throws where this person may not edit it. */
export async function giveCurves(study: Pick<Study, 'id'>, arch: object): Promise<void> {
  await ask('update_study', (client) =>
    client.from('studies').update({ arch }).eq('id', study.id).select('id').single(),
  )
}
