import { expect, it } from 'vitest'
import { type OwnReport, reportNews } from './study-progress.ts'

const signed = { state: 'firmado', addenda: 0, signed_at: '2026-11-20T10:00:00+00:00' }
const annulled = { state: 'anulado', addenda: 0, signed_at: '2026-11-19T10:00:00+00:00' }
const opened = (last_at: string) => [
  { what: 'images', last_at: '2026-11-25T10:00:00+00:00' },
  { what: 'report', last_at },
]

it.each<[what: string, study: OwnReport, news: string]>([
  ['without a report', { progress: 'entregado' }, 'none'],
  ['received', { progress: 'recibido', report_heads: [] }, 'none'],
  ['being written', { progress: 'en_interpretacion', report_heads: [] }, 'writing'],
  ['signed and not opened', { progress: 'entregado', report_heads: [signed], study_seen: [] }, 'ready'],
  [
    'signed, only its images opened',
    {
      progress: 'visto',
      report_heads: [signed],
      study_seen: [{ what: 'images', last_at: '2026-11-21T10:00:00+00:00' }],
    },
    'ready',
  ],
  [
    'read',
    { progress: 'visto', report_heads: [signed], study_seen: opened('2026-11-20T11:00:00+00:00') },
    'read',
  ],
  [
    'read, with an addendum since then',
    {
      progress: 'entregado',
      report_heads: [{ ...signed, addenda: 1 }],
      study_seen: opened('2026-11-20T11:00:00+00:00'),
    },
    'addendum',
  ],
  [
    'read with its addendum',
    {
      progress: 'visto',
      report_heads: [{ ...signed, addenda: 1 }],
      study_seen: opened('2026-11-20T11:00:00+00:00'),
    },
    'read',
  ],
  ['annulled', { progress: 'entregado', report_heads: [annulled], study_seen: [] }, 'annulled'],
  [
    'annulled after it was read, and replaced',
    {
      progress: 'entregado',
      report_heads: [annulled, signed],
      study_seen: opened('2026-11-19T12:00:00+00:00'),
    },
    'ready',
  ],
])('a study %s: what its patient is told', (_what, study, news) => {
  expect(reportNews(study)).toBe(news)
})
