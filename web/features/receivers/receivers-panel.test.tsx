import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { ImageReceiver } from '#web/backend/answers.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { ReceiversPanel } from './receivers-panel.tsx'

type Rpc = (name: string, args?: object) => void

const known = vi.hoisted(() => ({
  receivers: [] as object[],
  calls: [] as [name: string, args?: object][],
  refusal: null as Error | null,
}))
vi.mock('#web/backend/client.ts', () => ({
  ask: async (code: ErrorCode, call: (client: { rpc: Rpc }) => unknown) => {
    call({ rpc: (...asked) => known.calls.push(asked) })
    if (code === 'load_receivers') return known.receivers
    if (known.refusal) throw known.refusal
    return null
  },
}))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  Object.assign(known, { receivers: [], calls: [], refusal: null })
})

const elena: ImageReceiver = {
  dentist_id: 'elena',
  name: 'Dra. Elena Soto',
  practice: 'Dental Soto',
  // The evening before at the clinic.
  since: '2026-11-20T02:00:00Z',
  shared: true,
  orders: 1,
  studies: [
    { id: 'a', study_type: 'Tomografías', study_date: '2026-11-18', shared: true },
    { id: 'b', study_type: null, study_date: '2026-10-02', shared: false },
  ],
}
const hugo: ImageReceiver = {
  ...elena,
  ...{
    dentist_id: 'hugo',
    name: 'Dr. Hugo Paz',
    practice: 'Paz',
    shared: false,
    orders: 0,
    studies: elena.studies.slice(1),
  },
}

function show(...receivers: ImageReceiver[]) {
  known.receivers = receivers
  const router = createMemoryRouter([{ path: '*', element: <ReceiversPanel /> }])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
}
const stop = () => screen.findByRole('button', { name: 'Dejar de compartir con Dra. Elena Soto' })
const changes = () => known.calls.filter(([name]) => name === 'set_sharing').map(([, args]) => args)
const reads = () => known.calls.filter(([name]) => name === 'who_receives').length

it('lists each dentist, since when, and which studies', async () => {
  show(elena, hugo)
  await stop()
  const [first, second] = [elena, hugo].map(({ name }) => screen.getByText(name).closest('li'))
  const text = first?.textContent?.replaceAll('\u00a0', ' ')
  for (const words of [
    'Dental Soto',
    'Desde el 19/11/2026',
    'Tomografías',
    '18/11/2026',
    'Estudio',
    '02/10/2026',
    'Y el estudio que pidió por ti.',
  ]) {
    expect(text).toContain(words)
  }
  const said = within(first ?? document.body).getAllByRole('listitem')
  expect(said.map(({ textContent }) => textContent?.includes('Ya no se comparte'))).toEqual([false, true])
  expect(second?.textContent).not.toContain('que pidió por ti')
  // One chip for all that has ended, and no day since when.
  expect(within(second ?? document.body).getAllByText('Ya no se comparte')).toHaveLength(1)
  expect(second?.textContent).not.toContain('Desde el')
  expect(second?.textContent).toContain('Volver a compartir')
})

it('asks before all is ended, and reads the list again', async () => {
  show(elena)
  await userEvent.click(await stop())
  const title = '¿Dejar de compartir con Dra. Elena Soto?'
  const dialog = () => within(screen.getByRole('alertdialog', { name: title }))
  await userEvent.click(dialog().getByRole('button', { name: 'Cancelar' }))
  expect(changes()).toEqual([])
  await userEvent.click(await stop())
  const before = reads()
  known.receivers = [{ ...elena, shared: false }]
  await userEvent.click(dialog().getByRole('button', { name: 'Dejar de compartir' }))
  await until(() => expect(changes()).toEqual([{ dentist_id: 'elena', study_id: null, shared: false }]))
  await screen.findByRole('button', { name: 'Volver a compartir con Dra. Elena Soto' })
  expect(reads()).toBeGreaterThan(before)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('begins again at once', async () => {
  show(hugo)
  await userEvent.click(await screen.findByRole('button', { name: 'Volver a compartir con Dr. Hugo Paz' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await until(() => expect(changes()).toEqual([{ dentist_id: 'hugo', study_id: null, shared: true }]))
})

it('says why nothing was ended', async () => {
  known.refusal = new AppError('set_sharing', 'network')
  show(elena)
  await userEvent.click(await stop())
  const dialog = within(screen.getByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Dejar de compartir' }))
  expect(await screen.findByText(/No hay conexión/)).toBeTruthy()
  await stop()
})

it('tells a patient whose images nobody receives', async () => {
  show()
  expect(await screen.findByText(/^Ningún dentista recibe tus imágenes\./)).toBeTruthy()
})
