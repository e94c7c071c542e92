import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PendingCount } from './pending-count.tsx'

let waiting = 0
let changed = () => {}

vi.mock('#web/backend/client.ts', () => ({ askPage: async () => ({ rows: [], total: waiting }) }))
vi.mock('#web/hooks/use-live.ts', () => ({
  useLive: (table: string, _filter: string, onChange: () => void) => {
    if (table === 'study_requests') changed = onChange
    return 'online'
  },
}))

afterEach(cleanup)

function show(count: number) {
  waiting = count
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <PendingCount />
    </QueryClientProvider>,
  )
}

it('says how many requests wait, and follows them', async () => {
  show(10)
  expect(await screen.findByText('10 pendientes')).toBeTruthy()
  waiting = 1
  act(() => changed())
  expect(await screen.findByText('1 pendiente')).toBeTruthy()
  waiting = 0
  act(() => changed())
  await expect.poll(() => screen.queryByText(/pendiente/)).toBeNull()
})

it('does not count beyond what fits', async () => {
  show(1_000)
  expect(await screen.findByText('más de 999 pendientes')).toBeTruthy()
  expect(screen.getByText('999+')).toBeTruthy()
})
