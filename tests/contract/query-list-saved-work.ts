import { randomUUID } from 'node:crypto'
import type { Place } from './place.ts'
import { type Case, ofHerDoctor, read } from './query-case.ts'
import { curves, desk, keyImage, mark } from './saved-work-rows.ts'

/** What the viewer reads of the work that was kept. */
export const readsOfSavedWork: readonly Case[] = [
  ['studyMarksQuery', 'of a study', (q, s) => read(q.studyMarksQuery(s.study)), ofHerDoctor],
  // Their patient reads those that her delivered report shows.
  [
    'keyImagesQuery',
    'of a study',
    (q, s) => read(q.keyImagesQuery(s.study)),
    { some: 'admin doctora paciente', none: 'doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'fetchDesk',
    'of her doctor',
    (q, s) => q.fetchDesk({ study_id: s.study, author_id: s.id('doctora') }),
    { some: 'doctora', none: 'admin doctor paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'fetchCurves',
    'of a study',
    (q, s) => q.fetchCurves({ id: s.study }),
    { some: 'admin doctora paciente', none: 'doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'presetsQuery',
    "one's own",
    (q) => read(q.presetsQuery()),
    { some: 'doctora', none: 'admin doctor paciente paciente2', forbidden: 'visitor' },
  ],
]

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
