import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BookletScreen } from './booklet-screen.tsx'
import { HelpScreen } from './help-screen.tsx'
import { TopicScreen } from './topic-screen.tsx'
import { findTopics, topicsFor } from './topics.ts'

vi.mock('#web/session/session.ts', () => ({ useProfile: () => me }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ name: 'Índice', timeZone: 'UTC' }) }),
}))
vi.mock('#web/queries/admin-path.ts', () => ({
  adminPathQuery: () => ({ queryKey: ['panel'], queryFn: async () => '/panel' }),
}))

let me: { role: string; is_admin: boolean }
beforeEach(() => {
  me = { role: 'patient', is_admin: false }
})
afterEach(() => {
  cleanup()
  delete document.documentElement.dataset.reports
})

function open(address: string) {
  const screens = [
    { path: '', Component: HelpScreen },
    { path: ':topicId', Component: TopicScreen },
    { path: 'cuaderno', Component: BookletScreen },
  ]
  const router = createMemoryRouter(
    [
      { path: '/dashboard/ayuda', children: screens },
      { path: '/:area/ayuda', children: screens },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

it('the list has the questions of the own role alone, by what one wants to do', () => {
  open('/dashboard/ayuda')
  expect(screen.getAllByRole('region').length).toBe(
    new Set(topicsFor('patient').map(({ group }) => group)).size,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    topicsFor('patient').map(({ title }) => title),
  )
  expect(screen.queryByRole('link', { name: 'Ayuda de la administración' })).toBeNull()
})

it('the list narrows as one types, whatever case and accents; nothing found says what to try', async () => {
  open('/dashboard/ayuda')
  const field = screen.getByRole('searchbox', { name: 'Buscar en la ayuda...' })
  await userEvent.type(field, 'CONTRASENA')
  expect(screen.getByRole('status').textContent).toBe('1 tema')
  expect(screen.getAllByRole('link', { name: /contraseña/ })).toHaveLength(1)
  await userEvent.type(field, ' zz')
  expect(screen.getByText(/No se encontró nada con «CONTRASENA zz»/)).toBeTruthy()
})

it('a topic with a word that begins as one typed stands before those that have it inside of another', () => {
  const found = findTopics(topicsFor('doctor'), 'reagendar')
  expect(found.map(({ id }) => id)).toEqual(['reagendar-cita', 'nueva-cita'])
})

it('a topic has its steps, what follows, its picture, the way to its screen and its neighbours', () => {
  const [first, second] = topicsFor('patient')
  open(`/dashboard/ayuda/${first?.id}`)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(first?.title)
  const [steps] = screen.getAllByRole('list')
  expect(within(steps ?? document.body).getAllByRole('listitem')).toHaveLength(first?.steps.length ?? 0)
  expect(screen.getByText(/^Qué sigue/).parentElement?.textContent).toContain(first?.next)
  expect(screen.getByRole('img').getAttribute('src')).toContain(first?.id)
  expect(screen.getByRole('link', { name: 'Ir a Resumen' }).getAttribute('href')).toBe('/dashboard')
  expect(screen.getByRole('link', { name: second?.title }).getAttribute('href')).toBe(
    `/dashboard/ayuda/${second?.id}`,
  )
})

it.each(['horario-de-la-clinica', 'agendar-solicitud', 'no-hay'])(
  'a patient who asks for %s gets the own list',
  async (id) => {
    const router = open(`/dashboard/ayuda/${id}`)
    expect(await screen.findByRole('heading', { name: 'Ayuda', level: 1 })).toBeTruthy()
    expect(router.state.location.pathname).toBe('/dashboard/ayuda')
  },
)

it('administrators have theirs in the administration, a doctor’s in the portal, and the way between', async () => {
  me = { role: 'doctor', is_admin: true }
  open('/panel/ayuda')
  expect(screen.getAllByRole('listitem')).toHaveLength(topicsFor('administrator').length)
  await userEvent.click(screen.getByRole('link', { name: 'Ayuda para doctores y recepción' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(topicsFor('doctor').length)
  const back = await screen.findByRole('link', { name: 'Ayuda de la administración' })
  expect(back.getAttribute('href')).toBe('/panel/ayuda')
  cleanup()
  open('/panel/ayuda/corte-de-caja')
  expect(screen.getByRole('link', { name: 'Ir a Corte de caja' }).getAttribute('href')).toBe(
    '/panel/income/cash-cut',
  )
})

it('the booklet has every topic of the role, numbered as in its contents', async () => {
  me = { role: 'doctor', is_admin: false }
  open('/dashboard/ayuda/cuaderno')
  const topics = topicsFor('doctor')
  expect(await screen.findByText('Índice')).toBeTruthy()
  const contents = within(screen.getByRole('list', { name: 'Contenido' })).getAllByRole('listitem')
  expect(contents.filter((one) => !one.querySelector('ul')).map(({ textContent }) => textContent)).toEqual(
    topics.map(({ title }, index) => `${index + 1}${title}`),
  )
  expect(screen.getAllByRole('region').map((one) => one.querySelector('h2')?.textContent)).toEqual(
    topics.map(({ title }, index) => `${index + 1}. ${title}`),
  )
  expect(screen.getAllByRole('img')).toHaveLength(topics.length)
})

it.each([
  ['patient', 'dashboard'],
  ['doctor', 'dashboard'],
  ['doctor who administers', 'panel'],
])('the help of a %s says nothing of reports where the clinic writes none', async (who, area) => {
  me = { role: who === 'patient' ? 'patient' : 'doctor', is_admin: area === 'panel' }
  const words = async () => {
    open(`/${area}/ayuda/cuaderno`)
    await screen.findAllByText(/^Qué sigue/)
    const text = document.body.textContent ?? ''
    cleanup()
    return text.match(/informe|interpreta|adenda|por entregar|recibido\b/gi) ?? []
  }
  expect(await words()).not.toEqual([])
  document.documentElement.dataset.reports = 'off'
  expect(await words()).toEqual([])
})
