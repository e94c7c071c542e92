import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ImageReceiver } from '#web/backend/answers.ts'
import { StudyReceivers } from './study-receivers.tsx'

const receiver = (name: string, shared: boolean): ImageReceiver => ({
  ...{ dentist_id: name, name, practice: 'Dental', since: '2026-11-20T02:00:00Z', shared, orders: 0 },
  studies: [{ id: 'study', study_type: 'Tomografías', study_date: '2026-11-18', shared }],
})
vi.mock('#web/backend/client.ts', () => ({
  ask: async () => [receiver('Dra. Soto', true), receiver('Dr. Paz', false)],
}))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me', role: 'patient' }) }))

afterEach(cleanup)

it('a patient sees which dentist does not receive a study any more', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <StudyReceivers studyId="study" />
    </QueryClientProvider>,
  )
  await screen.findByText('Dra. Soto')
  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => within(row).queryByText('Ya no se comparte') !== null)).toEqual([false, true])
})
