import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { addNote } from '#web/queries/notes.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { NotesPanel } from './notes-panel.tsx'

vi.mock('#web/backend/client.ts', () => {
  const ask = async () => ({ rows: [], total: 0 })
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'doctor' }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/queries/notes.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

function show() {
  const router = createMemoryRouter([{ path: '/', element: <NotesPanel patientId="ana" /> }])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
const write = (text: string) => userEvent.type(screen.getByLabelText('Nueva nota'), text)
const add = () => screen.getByRole('button', { name: 'Agregar Nota' })
const ids = () => vi.mocked(addNote).mock.calls.map(([note]) => note.id)

it('a note that is sent twice, by two clicks in one tick or after a lost answer, has one id', async () => {
  vi.mocked(addNote).mockRejectedValue(new AppError('save_note', 'network'))
  show()
  await write('Sin hallazgos.')
  await act(async () => {
    add().click()
    add().click()
  })
  await until(() => expect(add()).toHaveProperty('disabled', false))
  vi.mocked(addNote).mockResolvedValue()
  await userEvent.click(add())
  expect(ids().length).toBeGreaterThan(1)
  expect(new Set(ids()).size).toBe(1)
  expect(ids()[0]).toMatch(/^[\da-f-]{36}$/)
  expect(screen.getByLabelText('Nueva nota')).toHaveProperty('value', '')
})

it('the same words written again after the first note was stored are another note', async () => {
  vi.mocked(addNote).mockResolvedValue()
  show()
  for (const _ of ['first', 'second']) {
    await write('Sin cambios.')
    await userEvent.click(add())
    await until(() => expect(screen.getByLabelText('Nueva nota')).toHaveProperty('value', ''))
  }
  expect(new Set(ids()).size).toBe(2)
})
