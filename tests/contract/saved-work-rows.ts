import { randomUUID } from 'node:crypto'
import { besideFile } from '#domain/study-preview.ts'
import type { Study } from '#web/backend/database.ts'
import type { Place } from './place.ts'

// What doctors keep of a study, as the viewer sends it.

/** A length on a picture. */
export const mark = (id: string, study_id: Study['id'], author_id: string) => ({
  id,
  study_id,
  author_id,
  picture: `d:${'1'.repeat(32)}`,
  frame: 0,
  plane: null,
  kind: 'length' as const,
  points: [
    [10, 20],
    [30, 20.5],
  ],
  value: 12.5,
  unit: 'mm' as const,
  label: null,
  arch: null,
  orientation: null,
  audience: 'clinic' as const,
  removed_at: null,
})

export const desk = { part: `d:${'1'.repeat(32)}`, others: true, parts: {} }

/** The curve of one series. */
export const curves = {
  [`d:${'1'.repeat(32)}`]: [
    [-20, 20],
    [0, -8],
    [20, 20],
  ],
}

/** A key image whose file its author uploaded beside the study's. */
export async function keyImage(place: Place, id: string, author_id: string) {
  const file = await place.first(`select file_url as found from public.studies where id = '${place.study}'`)
  const path = besideFile(file, `clave-${id}.webp`)
  await place.product.database.query(
    `insert into storage.objects (bucket_id, name, owner_id, metadata) values ('study_files', $1, $2, '{"size": 1000}')`,
    [path, author_id],
  )
  return {
    id,
    study_id: place.study,
    author_id,
    path,
    width: 800,
    height: 600,
    sha256: 'a'.repeat(64),
    caption: null,
    position: 0,
    source: {},
    audience: 'clinic' as const,
  }
}

/** Her doctor keeps some of each. */
export async function keepWork(place: Place): Promise<void> {
  const screen = place.screen('doctora')
  const author_id = place.id('doctora')
  await screen.saveMarks([mark(randomUUID(), place.study, author_id)])
  await screen.saveDesk({ study_id: place.study, author_id, state: desk, version: 1 })
  await screen.giveCurves({ id: place.study }, curves)
  await screen.addPreset({
    id: randomUUID(),
    owner_id: author_id,
    name: 'Hueso fino',
    center: 600,
    width: 1500,
  })
  await screen.addKeyImage(await keyImage(place, randomUUID(), author_id))
}
