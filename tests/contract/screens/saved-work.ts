import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Place } from '../place.ts'
import { type Case, ofHerDoctor, read } from '../query-case.ts'
import { desk, keyImage, mark } from '../saved-work-rows.ts'
import { rowOf, type Write } from '../write-case.ts'

/** What the viewer reads of the work that was kept. */
export const reads: readonly Case[] = [
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

const ofDoctors = { done: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' }

/** The stored desk of a caller on her study. */
const deskOf = (place: Place) =>
  `select * from public.study_desks where study_id = '${place.study}' order by author_id`

async function markRow(place: Place): Promise<string> {
  const id = randomUUID()
  await place.screen('doctora').saveMarks([mark(id, place.study, place.id('doctora'))])
  return id
}

async function keyImageRow(place: Place): Promise<string> {
  const id = randomUUID()
  await place.screen('doctora').addKeyImage(await keyImage(place, id, place.id('doctora')))
  return id
}

async function presetRow(place: Place): Promise<string> {
  const id = randomUUID()
  const owner_id = place.id('doctora')
  await place.screen('doctora').addPreset({ id, owner_id, name: 'Hueso', center: 1, width: 2 })
  return id
}

/** What saves itself in the viewer. */
export const writes: readonly Write[] = [
  [
    'saveMarks',
    'two in one request, sent twice',
    {
      run: async (q, place, id, me) => {
        const rows = [mark(id, place.study, me), mark(randomUUID(), place.study, me)]
        await q.saveMarks(rows)
        await q.saveMarks(rows)
      },
      answers: ofDoctors,
      stored: (id) => rowOf('study_marks', id),
      after: (id, place, me) => [mark(id, place.study, me)],
    },
  ],
  [
    'saveMarks',
    'in the name of another',
    {
      run: (q, place, id) => q.saveMarks([mark(id, place.study, place.id('doctora'))]),
      answers: { forbidden: 'admin doctor paciente paciente2 visitor', done: 'doctora' },
      stored: (id) => rowOf('study_marks', id),
      after: (id, place) => [mark(id, place.study, place.id('doctora'))],
    },
  ],
  [
    'saveMarks',
    'over a mark of a colleague',
    {
      row: markRow,
      run: (q, place, id, me) => q.saveMarks([{ ...mark(id, place.study, me), value: 99 }]),
      answers: { forbidden: 'admin doctor paciente paciente2 visitor', done: 'doctora' },
      stored: (id) => rowOf('study_marks', id),
      after: () => [{ value: 99 }],
    },
  ],
  [
    'saveMarks',
    'that takes one away, and once more after a lost answer',
    {
      row: markRow,
      run: async (q, place, id) => {
        const gone = { ...mark(id, place.study, place.id('doctora')), removed_at: new Date().toISOString() }
        await q.saveMarks([gone])
        await q.saveMarks([gone, mark(randomUUID(), place.study, place.id('doctora'))])
      },
      answers: { forbidden: 'admin doctor paciente paciente2 visitor', done: 'doctora' },
      stored: (id) => rowOf('study_marks', id),
      after: () => [{ removed_at: expect.anything() }],
    },
  ],
  [
    'saveDesk',
    "one's own",
    {
      run: (q, place, _, me) =>
        q.saveDesk({ study_id: place.study, author_id: me, state: { ...desk, by: me }, version: 1 }),
      answers: ofDoctors,
      stored: (_, place) => deskOf(place),
      after: (_, __, me) => expect.arrayContaining([expect.objectContaining({ author_id: me })]),
    },
  ],
  [
    'forgetDesk',
    'of her doctor',
    {
      row: async (place) => {
        const author_id = place.id('doctora')
        await place.screen('doctora').saveDesk({ study_id: place.study, author_id, state: desk, version: 1 })
        return author_id
      },
      run: (q, place, id) => q.forgetDesk({ study_id: place.study, author_id: id }),
      answers: { nothing: 'admin doctor paciente paciente2', done: 'doctora', forbidden: 'visitor' },
      stored: (id, place) =>
        `select * from public.study_desks where study_id = '${place.study}' and author_id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'addPreset',
    "of one's own",
    {
      run: (q, _, id, me) => q.addPreset({ id, owner_id: me, name: 'Hueso', center: 500, width: 2000 }),
      answers: { done: 'admin doctora doctor', forbidden: 'paciente paciente2 visitor' },
      stored: (id) => rowOf('viewer_presets', id),
      after: (_, __, me) => [{ owner_id: me, name: 'Hueso', center: 500, width: 2000 }],
    },
  ],
  [
    'removePreset',
    'of a doctor',
    {
      row: presetRow,
      run: (q, _, id) => q.removePreset(id),
      answers: { nothing: 'admin doctor paciente paciente2', done: 'doctora', forbidden: 'visitor' },
      stored: (id) => rowOf('viewer_presets', id),
      after: () => [],
    },
  ],
  [
    'addKeyImage',
    'beside the file of a study',
    {
      run: async (q, place, id, me) => q.addKeyImage(await keyImage(place, id, me)),
      answers: ofDoctors,
      stored: (id) => rowOf('key_images', id),
      after: (id, place, me) => [{ id, study_id: place.study, author_id: me, width: 800 }],
    },
  ],
  [
    'addKeyImage',
    'whose file is not there',
    {
      run: async (q, place, id, me) => {
        const other = await keyImage(place, randomUUID(), me)
        await q.addKeyImage({ ...other, id, path: other.path.replace(other.id, id) })
      },
      answers: {
        'invalid: La imagen clave no está completa o pesa demasiado.': 'admin doctora',
        forbidden: 'doctor paciente paciente2 visitor',
      },
      stored: (id) => rowOf('key_images', id),
      after: () => [],
    },
  ],
  [
    'updateKeyImage',
    'its caption and its place',
    {
      row: keyImageRow,
      run: (q, _, id) => q.updateKeyImage(id, { caption: 'Diente 38', position: 4 }),
      answers: { missing: 'admin doctor paciente paciente2', done: 'doctora', forbidden: 'visitor' },
      stored: (id) => rowOf('key_images', id),
      after: () => [{ caption: 'Diente 38', position: 4 }],
    },
  ],
  [
    'updateKeyImage',
    'taken away',
    {
      row: keyImageRow,
      run: (q, _, id) => q.updateKeyImage(id, { removed_at: new Date().toISOString() }),
      answers: { missing: 'admin doctor paciente paciente2', done: 'doctora', forbidden: 'visitor' },
      stored: (id) => rowOf('key_images', id),
      after: () => [{ removed_at: expect.anything() }],
    },
  ],
]
