import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { startReport } from '#web/queries/report-drafts.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { StartReport } from './start-report.tsx'

const template = (id: string, study_type: string, name: string, approved_at: string | null = null) => ({
  ...{ id, study_type, name, approved_at, version: 1, active: true },
  sections: [
    { key: 'dientes', title: 'Dientes' },
    { key: 'hueso', title: 'Hueso alveolar' },
    ...(id === '2' ? [{ key: 'sitios', title: 'Sitios evaluados' }] : []),
  ],
})
vi.mock('#web/queries/report-templates.ts', () => ({
  templateKey: ['templates'],
  approveTemplate: vi.fn(),
  templatesQuery: () => ({
    queryKey: ['templates'],
    queryFn: async () => [
      template('1', 'Tomografías', 'Tomografía general'),
      template('2', 'Tomografías', 'Tomografía para implantes', '2026-11-20T10:00:00Z'),
      template('3', 'Radiografía Carpal', 'Radiografía Carpal'),
    ],
  }),
}))
vi.mock('#web/queries/report-drafts.ts', () => ({ startReport: vi.fn() }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'd', is_admin: false }) }))
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

async function show(studyType: string | null) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StartReport studyId="s" studyType={studyType} />
    </QueryClientProvider>,
  )
  const begin = await screen.findByRole('button', { name: 'Empezar informe' })
  return () => userEvent.click(begin)
}
const offered = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ id }) => id.at(-1))

it.each([
  ['Tomografías', ['1', '2']],
  ['Radiografía Carpal', ['3']],
  ['Fotografía', ['1', '2', '3']],
  [null, ['1', '2', '3']],
])('a study of the kind %j is offered its own templates, or all where there are none', async (type, ids) => {
  await show(type)
  expect(offered()).toEqual(ids)
})

it('a template says what it has that others have not, and unfolds what it has', async () => {
  await show('Tomografías')
  expect(screen.getByText('2 secciones')).toBeTruthy()
  expect(screen.getByText('3 secciones, entre ellas Sitios evaluados')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^Tomografía para implantes/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Secciones de «Tomografía para implantes»' }))
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Dientes',
    'Hueso alveolar',
    'Sitios evaluados',
  ])
})

it('says of a template that nobody approved that it is a proposal, and begins with the one that is chosen', async () => {
  vi.mocked(startReport).mockResolvedValue(undefined as never)
  const begin = await show('Tomografías')
  expect(screen.getAllByText('Propuesta: revísala con tu radiólogo')).toHaveLength(1)
  await userEvent.click(screen.getByRole('radio', { name: /^Tomografía para implantes/ }))
  await begin()
  await until(() => expect(startReport).toHaveBeenCalledOnce())
  expect(startReport).toHaveBeenCalledWith({ id: expect.any(String), study_id: 's', template_id: '2' })
})

it.each([
  'Este estudio ya tiene un informe firmado. Agrega una adenda.',
  'Este informe lo está escribiendo Dra. Rivas.',
])('stays with what the database said: %s', async (words) => {
  vi.mocked(startReport).mockRejectedValue(new AppError('change_report', 'conflict', words))
  const begin = await show('Tomografías')
  await begin()
  expect((await screen.findByRole('alert')).textContent).toBe(words)
})
