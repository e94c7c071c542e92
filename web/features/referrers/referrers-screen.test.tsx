import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { toast } from '#web/ui/toast.ts'
import { ReferrersScreen } from './referrers-screen.tsx'

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/ui/toast.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/backend/client.ts', () => ({
  ask: async (_code: ErrorCode, request: (client: object) => unknown) => {
    let name = ''
    request({
      rpc: (rpc: string, parameters?: object) => {
        name = rpc
        calls.push([rpc, parameters])
      },
    })
    const found = answers.get(name)
    if (found instanceof AppError) throw found
    return found
  },
}))

const calls: [string, object | undefined][] = []
const answers = new Map<string, unknown>()
const spelling = (name: string, count: number) => ({ name, count })
const pair = {
  from_key: 'alejandra peres',
  from_name: 'Dra. Alejandra Peres',
  into_key: 'alejandra perez',
  into_name: 'Dra. Alejandra Pérez',
  similarity: 0.876,
}
const merge = { ...pair, id: 'm', merged_at: '2026-11-21T01:00:00Z' }

beforeEach(() => {
  calls.length = 0
  answers.clear()
  answers
    .set('referring_doctors', {
      total: 21,
      rows: [
        {
          key: pair.into_key,
          name: pair.into_name,
          referrals: 1234,
          variations: 9,
          spellings: ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => spelling(`Pérez ${name}`, 10 - at)),
        },
      ],
    })
    .set('referrer_suggestions', [pair])
    .set('referrer_merges', [merge])
    .set('merge_referrers', 'm')
    .set('undo_referrer_merge', undefined)
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

function open(search = '') {
  const router = createMemoryRouter([{ path: '/panel', Component: ReferrersScreen }], {
    initialEntries: [`/panel${search}`],
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const user = userEvent.setup()
const askedList = () => calls.filter(([name]) => name === 'referring_doctors').at(-1)?.[1]
const times = (name: string) => calls.filter(([called]) => called === name).length

it('lists the most named first, with the spellings of each', async () => {
  open()
  expect(await screen.findByText('1,234')).toBeTruthy()
  expect(askedList()).toEqual({ term: '', sort_by: 'count', descending: true, page: 1, page_size: 10 })
  expect(screen.getByText('Página 1 de 3')).toBeTruthy()
  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('listitem')).toHaveLength(4)
  await user.click(table.getByRole('button', { name: 'Ver 5 más' }))
  expect(table.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['a (10)', 'b (9)', 'c (8)', 'd (7)', 'e (6)', 'f (5)'].map((end) => `Pérez ${end}`),
    'y 3 más',
  ])
})

it('orders by name and searches from the first page', async () => {
  const router = open('?pagina=2')
  await user.click(await screen.findByRole('button', { name: 'Doctor Referente' }))
  expect(router.state.location.search).toBe('?orden=nombre')
  await waitFor(() => expect(askedList()).toMatchObject({ sort_by: 'name', descending: false, page: 1 }))
  await user.type(screen.getByRole('searchbox'), 'peres')
  await waitFor(() => expect(askedList()).toMatchObject({ term: 'peres', sort_by: 'name' }))
})

it('merges two spellings with one click, says so, and reads everything again', async () => {
  open()
  expect(await screen.findByText('88 % parecidos')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Unir Dra. Alejandra Peres con/ }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Nombres unidos' })),
  )
  expect(calls).toContainEqual([
    'merge_referrers',
    { from_key: 'alejandra peres', into_key: 'alejandra perez' },
  ])
  await waitFor(() => expect(times('referring_doctors')).toBe(2))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Nombres parecidos'))
})

it('undoes a merge', async () => {
  open()
  expect(await screen.findByText('Desde el 20/11/2026')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Deshacer la unión de Dra. Alejandra Peres/ }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Unión deshecha' })),
  )
  expect(calls).toContainEqual(['undo_referrer_merge', { merge_id: 'm' }])
})

it('says that a merge failed and leaves the pair where it is', async () => {
  answers.set('merge_referrers', new AppError('merge_referrers', 'server'))
  open()
  await user.click(await screen.findByRole('button', { name: /^Unir/ }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith({
      title: 'Error',
      description: 'No se pudieron unir los nombres.',
      variant: 'destructive',
    }),
  )
  expect(screen.getByRole('button', { name: /^Unir/ })).toHaveProperty('disabled', false)
})

it('says what there is not', async () => {
  answers
    .set('referring_doctors', { total: 0, rows: [] })
    .set('referrer_suggestions', [])
    .set('referrer_merges', [])
  open()
  expect(await screen.findByText('Ninguna solicitud nombra todavía a un doctor referente.')).toBeTruthy()
  expect(await screen.findByText('No hay nombres parecidos por revisar.')).toBeTruthy()
  expect(screen.queryByText('Nombres unidos')).toBeNull()
})

it('says that it could not be read', async () => {
  for (const name of ['referring_doctors', 'referrer_suggestions', 'referrer_merges']) {
    answers.set(name, new AppError('load_referring_doctors', 'server'))
  }
  open()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(3))
  expect(toast).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'No se pudieron cargar los datos de los doctores referentes.' }),
  )
})
