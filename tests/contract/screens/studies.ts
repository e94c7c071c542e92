import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { curves } from '../saved-work-rows.ts'
import { rowOf, type Write } from '../write-case.ts'
import { endShares, newStudy, shareRow, studyRow } from '../write-rows.ts'

/** Studies and the links that share them. */
export const writes: readonly Write[] = [
  [
    'createStudy',
    'in the name of another',
    {
      run: (q, place, id) => q.createStudy({ id, ...newStudy(place, place.id('doctora')) }),
      answers: { done: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('studies', id),
      after: (id, place) => [{ id, ...newStudy(place, place.id('doctora')) }],
    },
  ],
  [
    'createStudy',
    "in one's own name",
    {
      run: (q, place, id, me) => q.createStudy({ id, ...newStudy(place, me) }),
      answers: { done: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('studies', id),
      after: (id, place, me) => [{ id, ...newStudy(place, me) }],
    },
  ],
  [
    'createStudy',
    'with a link that is none',
    {
      run: (q, place, id) =>
        q.createStudy({ id, ...newStudy(place, place.id('doctora')), file_url: 'javascript:alert(1)' }),
      answers: {
        'invalid: Enlace del estudio: debe empezar con https://.': 'admin doctora',
        forbidden: 'doctor paciente paciente2 visitor',
      },
      stored: (id) => rowOf('studies', id),
      after: () => [],
    },
  ],
  [
    'updateStudy',
    'its kind, comments and link',
    {
      row: studyRow,
      run: (q, place, id) =>
        q.updateStudy(id, {
          ...newStudy(place, place.id('doctora')),
          study_type: null,
          comments: 'Bimaxilar',
          file_url: null,
        }),
      answers: { done: 'admin doctora', missing: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('studies', id),
      after: () => [{ study_type: null, comments: 'Bimaxilar', file_url: null }],
    },
  ],
  [
    'updateStudy',
    'its patient',
    {
      row: studyRow,
      run: (q, place, id) =>
        q.updateStudy(id, {
          ...newStudy(place, place.id('doctora')),
          patient_id: place.id('paciente2'),
        }),
      answers: {
        done: 'admin',
        'forbidden: No puedes cambiar el paciente ni el doctor de un estudio.': 'doctora',
        missing: 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('studies', id),
      after: (_, place) => [{ patient_id: place.id('paciente2') }],
    },
  ],
  [
    'giveCurves',
    'of a study',
    {
      row: studyRow,
      run: (q, _, id) => q.giveCurves({ id }, curves),
      answers: { done: 'admin doctora', missing: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('studies', id),
      after: () => [{ arch: curves }],
    },
  ],
  [
    'deleteStudy',
    'which is archived',
    {
      row: studyRow,
      run: (q, _, id) => q.deleteStudy(id),
      answers: { done: 'admin doctora', missing: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) =>
        `select 'present' as found, comments from public.studies where id = '${id}' union all
         select 'archived', study ->> 'comments' from private.deleted_studies where id = '${id}'`,
      after: () => [{ found: 'archived', comments: 'Arcada completa' }],
    },
  ],
  [
    'createStudy',
    'that was deleted',
    {
      row: async (place) => {
        const id = await studyRow(place)
        await place.screen('doctora').deleteStudy(id)
        return id
      },
      run: (q, place, id) => q.createStudy({ id, ...newStudy(place, place.id('doctora')) }),
      answers: {
        'invalid: Este estudio ya fue eliminado.': 'admin doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('studies', id),
      after: () => [],
    },
  ],
  [
    'createShare',
    'of a study',
    {
      run: (q, place, id) =>
        q.createShare({ id, studyId: place.study, label: 'Dra. Rivas', days: 7, uses: 3, copyPath: null }),
      answers: {
        done: 'admin doctora paciente',
        'missing: No se pudo encontrar el estudio.': 'doctor paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('study_shares', id),
      after: (_, place, me) => [
        { study_id: place.study, made_by: me, label: 'Dra. Rivas', max_uses: 3, uses: 0, revoked_at: null },
      ],
    },
  ],
  [
    'createShare',
    'with the report',
    {
      run: (q, place, id) =>
        q.createShare({
          ...{ id, studyId: place.study, label: '', days: 7, uses: 3, copyPath: null },
          report: { basis: 'patient' },
        }),
      answers: {
        done: 'admin doctora paciente',
        'missing: No se pudo encontrar el estudio.': 'doctor paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('study_shares', id),
      after: (_, place, me) => [
        { made_by: me, with_report: true, basis: me === place.id('paciente') ? null : 'patient' },
      ],
    },
  ],
  [
    'createShare',
    'with the report, when nobody says who asked',
    {
      run: (q, place, id) =>
        q.createShare({
          ...{ id, studyId: place.study, label: '', days: 7, uses: 3, copyPath: null },
          report: { basis: null },
        }),
      answers: {
        'invalid: Indica quién pidió compartirlo.': 'admin doctora',
        done: 'paciente',
        'missing: No se pudo encontrar el estudio.': 'doctor paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('study_shares', id),
      after: () => [{ with_report: true, basis: null }],
    },
  ],
  [
    'createShare',
    'of a study without a file',
    {
      row: studyRow,
      run: (q, _, id) =>
        q.createShare({ id: randomUUID(), studyId: id, label: '', days: 7, uses: 3, copyPath: null }),
      answers: {
        'invalid: Este estudio no tiene un archivo que compartir.': 'admin doctora paciente',
        'missing: No se pudo encontrar el estudio.': 'doctor paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => `select * from public.study_shares where study_id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'renewShare',
    'by its maker',
    {
      row: shareRow,
      run: (q, _, id) => q.renewShare(id),
      answers: {
        'missing: No se pudo encontrar el enlace.': 'admin doctor paciente paciente2',
        done: 'doctora',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('study_shares', id),
      after: () => [{ renewed_at: expect.any(String), revoked_at: null }],
    },
  ],
  [
    'revokeShare',
    'of a study',
    {
      row: shareRow,
      run: (q, _, id) => q.revokeShare(id),
      answers: {
        done: 'admin doctora paciente',
        'missing: No se pudo encontrar el enlace.': 'doctor paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('study_shares', id),
      after: (_, __, me) => [{ revoked_at: expect.any(String), revoked_by: me }],
    },
  ],
  [
    'revokeShare',
    'a second time',
    {
      row: async (place) => {
        const id = await shareRow(place)
        await place.screen('doctora').revokeShare(id)
        return id
      },
      run: (q, _, id) => q.revokeShare(id),
      answers: {
        'conflict: El enlace ya estaba revocado.': 'admin doctora paciente',
        'missing: No se pudo encontrar el enlace.': 'doctor paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('study_shares', id),
      after: () => [],
    },
  ],
  [
    'openSharedStudy',
    'with its PIN',
    {
      row: async (place) => {
        await endShares(place)
        const share = {
          id: randomUUID(),
          studyId: place.study,
          label: '',
          days: 7,
          uses: 3,
          copyPath: null,
        }
        const { token, pin } = await place.screen('doctora').createShare(share)
        return [share.id, token, pin].join()
      },
      run: (q, _, id) => {
        const [, token = '', pin = ''] = id.split(',')
        return q.openSharedStudy(token, { pin })
      },
      answers: { done: 'admin doctora doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('study_shares', id.split(',')[0] ?? ''),
      after: () => [{ uses: 1, seen_at: expect.any(String) }],
    },
  ],
]
