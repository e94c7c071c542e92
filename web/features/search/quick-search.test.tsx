import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Found } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { type FoundTopic, QuickSearch } from './quick-search.tsx'

let answer: () => Promise<Found[]>
let topics: () => Promise<FoundTopic[]>
vi.mock('#web/backend/client.ts', () => ({ ask: () => answer() }))
vi.mock('#web/hooks/use-debounced.ts', () => ({ useRested: (typed: string) => typed }))

beforeEach(() => {
  topics = async () => []
})
afterEach(cleanup)
const user = userEvent.setup({ pointerEventsCheck: 0 })

const rows: Found[] = [
  { kind: 'patient', id: 'p1', title: 'Ana Ruiz', detail: 'ana@correo.test' },
  { kind: 'request', id: '48', title: 'Ana Sosa', detail: 'Tomografías' },
  { kind: 'invoice', id: 'IDX-00000012', title: 'IDX-00000012', detail: 'Ana Ruiz' },
]

function open(...typed: string[]) {
  const onClose = vi.fn()
  const router = createMemoryRouter(
    [
      {
        path: '/dashboard',
        element: (
          <QuickSearch
            takeTyped={() => typed.splice(0).join('')}
            findTopics={() => topics()}
            onClose={onClose}
          />
        ),
      },
      { path: '*', element: null },
    ],
    { initialEntries: ['/dashboard?x=1'] },
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, onClose, field: screen.getByRole<HTMLInputElement>('combobox') }
}

it.each([
  ['the record', 0, '/dashboard/patients/p1'],
  ['the sheet', 1, '/dashboard/request/48'],
  ['the receipt', 2, '/invoice/IDX-00000012'],
])('arrows and Enter open %s', async (_, steps, path) => {
  answer = async () => rows
  const { router, onClose, field } = open()
  expect(document.activeElement).toBe(field)
  await user.keyboard('an')
  await screen.findByRole('group', { name: 'Pacientes' })
  expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).toEqual([
    'Pacientes',
    'Solicitudes',
    'Recibos',
  ])
  expect(screen.getByText('3 resultados').role).toBe('status')
  await user.keyboard(`${'{ArrowDown}'.repeat(steps)}{Enter}`)
  expect(onClose).toHaveBeenCalledOnce()
  expect(router.state.location.pathname).toBe(path)
  expect(router.state.location.state).toEqual({ from: '/dashboard?x=1' })
})

it('says that letters are missing, that nothing was found, and that it failed; and tries again', async () => {
  answer = async () => []
  const { onClose } = open()
  expect(screen.getByText('Escribe al menos 2 letras.')).toBeTruthy()
  await user.keyboard('zz')
  expect(await screen.findByText('No se encontró nada con «zz».')).toBeTruthy()
  answer = () => Promise.reject(new AppError('quick_search', 'server'))
  await user.keyboard('z')
  await waitFor(() =>
    expect(screen.getByText('No se pudo buscar. Inténtalo de nuevo.').closest('[role=alert]')).toBeTruthy(),
  )
  answer = async () => rows
  await user.tab()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('option', { name: /Ana Sosa/ })).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

it('goes on with what was typed before it was there', async () => {
  answer = async () => rows
  const { field } = open('a', 'n')
  expect(field.value).toBe('an')
  await screen.findByRole('group', { name: 'Pacientes' })
})

it('topics of the help stand after everything else, also where they are all there is, and are missed by nobody', async () => {
  answer = async () => rows
  topics = async () => [
    { kind: 'help', id: 'x', title: 'Cómo agendar', detail: 'Citas', path: '/dashboard/ayuda/x' },
  ]
  const { router } = open()
  await user.keyboard('an')
  await screen.findByRole('group', { name: 'Ayuda' })
  expect(screen.getAllByRole('group').at(-1)?.getAttribute('aria-label')).toBe('Ayuda')
  expect(screen.getByText('4 resultados')).toBeTruthy()
  await user.keyboard('{End}{ArrowUp}{Enter}')
  expect(router.state.location.pathname).toBe('/dashboard/ayuda/x')

  cleanup()
  topics = () => Promise.reject(new Error('no connection'))
  open()
  await user.keyboard('an')
  expect(await screen.findByText('3 resultados')).toBeTruthy()
})
