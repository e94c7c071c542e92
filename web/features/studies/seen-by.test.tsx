import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { StudyProgress } from '#web/parts/studies/study-progress.tsx'
import type { Sighting } from '#web/queries/report-reading.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { SeenBy } from './seen-by.tsx'

const known = vi.hoisted(() => ({ seen: [] as Sighting[], role: 'doctor' }))
vi.mock('#web/queries/report-reading.ts', () => ({
  studySeenQuery: () => ({ queryKey: ['seen'], queryFn: async () => known.seen }),
}))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ role: known.role }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
afterEach(() => {
  cleanup()
  Object.assign(known, { seen: [], role: 'doctor' })
})

const head = { report_id: 'r', folio: 'INF-000001', state: 'firmado', addenda: 0 }
const study = (changes: object) =>
  ({ id: 's', study_type: 'Tomografías', patient_name: 'Mariana López', ...changes }) as StudyWithPeople

function show(one: StudyWithPeople) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <StudyProgress study={one} />
        <SeenBy study={one} among={['s']} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it.each([
  ['recibido', 'Recibido'],
  ['en_interpretacion', 'En interpretación'],
  ['por_entregar', 'Por entregar'],
  ['entregado', 'Entregado'],
  ['visto', 'Visto'],
])('a study that is %s says so in a word with its icon', (progress, word) => {
  show(study({ progress }))
  expect(screen.getByText(word).querySelector('svg')).not.toBeNull()
})

it.each([
  ['doctor', '/dashboard/report/r'],
  ['patient', '/dashboard/study/s?informe'],
])('leads a %s to its report', (role, address) => {
  known.role = role
  show(study({ progress: 'entregado', report_heads: [{ ...head, addenda: 1 }] }))
  const link = screen.getByRole('link', { name: 'Informe con adenda de Tomografías' })
  expect(link.getAttribute('href')).toBe(address)
})

const sighting = (changes: object): Sighting => ({
  ...{ study_id: 's', person_id: 'p', share_id: null, what: 'images', last_at: '2026-11-26T16:42:00+00:00' },
  ...{ person: { full_name: 'Mariana López' }, share: null },
  ...changes,
})
const byLink = { person_id: null, person: null, share_id: 'l', share: { label: 'Dr. Ruiz' } }

it.each<[what: string, one: StudyWithPeople, seen: Sighting[], words: string[]]>([
  [
    'its images, by its patient and through a link',
    study({ progress: 'visto' }),
    [sighting({}), sighting(byLink)],
    [
      'Visto por Mariana López el 26/11/2026 a las 10:42 a. m.',
      'Visto por el enlace «Dr. Ruiz» el 26/11/2026 a las 10:42 a. m.',
    ],
  ],
  [
    'its report, since it was signed',
    study({ progress: 'visto', report_heads: [{ ...head, signed_at: '2026-11-26T10:00:00+00:00' }] }),
    [
      sighting({ what: 'report' }),
      sighting({}),
      sighting({ what: 'report', last_at: '2026-11-25T10:00:00+00:00' }),
    ],
    ['Visto por Mariana López el 26/11/2026 a las 10:42 a. m.'],
  ],
  ['nothing of it', study({ progress: 'entregado' }), [sighting({ study_id: 'other' })], ['Sin ver']],
])('says who opened %s, and when', async (_what, one, seen, words) => {
  known.seen = seen
  show(one)
  const said = await screen.findAllByText(/^(Visto por|Sin ver)/)
  expect(said.map(({ textContent }) => textContent?.replace(/\u00a0/g, ' '))).toEqual(words)
})
