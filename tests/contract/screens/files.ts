import type { Place } from '../place.ts'
import type { Write } from '../write-case.ts'
import { failedPreview, fileRow, newFile, newPhoto, studyFileRow, studyOf } from '../write-rows.ts'

const file = (path: string) =>
  `select name, owner_id, metadata ->> 'mimetype' as type from storage.objects where bucket_id = 'study_files' and name like '%${path}%'`

/** Whether Mariana has a photo, and whether its file is there. */
const photo = (place: Place, path = '') =>
  `select photo_path is not null as photo, exists (select from storage.objects where bucket_id = 'profile_photos'
     and name = coalesce(nullif('${path}', ''), photo_path)) as file
   from public.profiles where id = '${place.id('paciente')}'`

const lines = (subject: string, row: string) =>
  `select actor, action, subject, row_id, declared from private.audit_log
   where action = 'access' and subject = '${subject}' and row_id is not distinct from '${row}' order by id desc limit 1`

/** Files of studies, photos, and what the trail is told of looking at them. */
export const writes: readonly Write[] = [
  [
    'uploadStudyFile',
    "into a patient's folder",
    {
      run: (q, place, id) => q.uploadStudyFile(place.id('paciente'), newFile(id)),
      answers: { done: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' },
      stored: file,
      after: (_, __, me) => [{ owner_id: me, type: 'application/zip' }],
    },
  ],
  [
    'removeStudyFile',
    'that no study names',
    {
      row: fileRow,
      run: (q, _, id) => q.removeStudyFile(id),
      answers: { done: 'admin doctora', nothing: 'doctor paciente paciente2 visitor' },
      stored: file,
      after: () => [],
    },
  ],
  [
    'removeReplacedFile',
    'that no study names',
    {
      row: fileRow,
      run: (q, _, id) => q.removeReplacedFile(id),
      answers: { done: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' },
      stored: file,
      after: () => [],
    },
  ],
  [
    'removeReplacedFile',
    'that a study names',
    {
      row: ({ first, study }) => first(`select file_url as found from public.studies where id = '${study}'`),
      run: (q, _, id) => q.removeReplacedFile(id),
      answers: { forbidden: 'admin doctora doctor paciente paciente2 visitor' },
      stored: (id) => file(id),
      after: () => [],
    },
  ],
  [
    'putStudyPreview',
    "of a study's file that cannot be read",
    {
      row: studyFileRow,
      run: (q, _, path) => q.putStudyPreview(studyOf(path), failedPreview(path)),
      answers: {
        done: 'admin doctora',
        'missing: No se pudo encontrar el estudio.': 'doctor paciente2',
        'forbidden: No tienes permiso para guardar la vista previa de este estudio.': 'paciente',
        forbidden: 'visitor',
      },
      stored: (path) =>
        `select state, reason, source, made_by from public.study_previews where study_id = '${studyOf(path)}'`,
      after: (path, _, me) => [{ state: 'failed', reason: 'corrupt', source: path, made_by: me }],
    },
  ],
  [
    'noteSeen',
    'of a study',
    {
      row: studyFileRow,
      run: (q, _, path) => q.noteSeen(studyOf(path)),
      answers: {
        done: 'paciente',
        // Of the staff nothing is stored.
        nothing: 'admin doctora',
        'missing: No se pudo encontrar el estudio.': 'doctor paciente2',
        forbidden: 'visitor',
      },
      stored: (path) => `select person_id, what from public.study_seen where study_id = '${studyOf(path)}'`,
      after: (_, __, me) => [{ person_id: me, what: 'images' }],
    },
  ],
  [
    'savePhoto',
    "a patient's",
    {
      run: (q, place) => q.savePhoto({ id: place.id('paciente'), photo_path: null }, newPhoto()),
      answers: { forbidden: 'admin doctora doctor paciente2 visitor', done: 'paciente' },
      stored: (_, place) => photo(place),
      after: () => [{ photo: true, file: true }],
    },
  ],
  [
    'removePhoto',
    "a patient's",
    {
      row: async ({ screen, first, id }) => {
        await screen('paciente').savePhoto({ id: id('paciente'), photo_path: null }, newPhoto())
        return first(`select photo_path as found from public.profiles where id = '${id('paciente')}'`)
      },
      run: (q, place, id) => q.removePhoto({ id: place.id('paciente'), photo_path: id }),
      answers: {
        'forbidden: No tienes permiso para cambiar ese dato del perfil.': 'admin',
        missing: 'doctora doctor paciente2',
        done: 'paciente',
        forbidden: 'visitor',
      },
      stored: (path, place) => photo(place, path),
      after: () => [{ photo: false, file: false }],
    },
  ],
  [
    'logAccess',
    'to a patient',
    {
      run: (q, _, id) => q.logAccess('patient', id, 'load_patient'),
      answers: { done: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => lines('patient', id),
      after: (id, _, me) => [{ actor: me, row_id: id, declared: true }],
    },
  ],
  [
    'noteStudyOpening',
    'of a study',
    {
      run: (q, _, id) => q.noteStudyOpening({ id }),
      answers: { done: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => lines('study_images', id),
      after: (id, _, me) => [{ actor: me, row_id: id, declared: true }],
    },
  ],
  [
    'noteStudyLink',
    'of a study',
    {
      run: (q, _, id) => q.noteStudyLink({ id }),
      answers: { done: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => lines('study_link', id),
      after: (id, _, me) => [{ actor: me, row_id: id, declared: true }],
    },
  ],
]
