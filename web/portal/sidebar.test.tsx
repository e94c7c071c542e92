import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '#web/backend/database.ts'
import { type KnownPerson, keepPerson, knownPerson } from '#web/session/known-person.ts'
import { forgetLeftovers, forgetStoredSession } from '#web/session/stored-session.ts'
import { Sidebar } from './sidebar.tsx'

const asked = vi.hoisted(() => vi.fn(async () => ({ rows: [], total: 10 })))
let clinic: () => Promise<object>
vi.mock('#web/backend/client.ts', () => ({ askPage: asked }))
vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: () => clinic() }),
}))

beforeEach(() => {
  clinic = async () => ({ name: 'Índice', tagline: 'Imagen', logo: null })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.clearAllMocks()
})

const known = { full_name: 'Dra. Ana Ruiz', role: 'doctor', is_admin: false }

const show = (profile: Profile | KnownPerson) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Sidebar profile={profile} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('a doctor’s menu says beside its entry how many requests wait, and leads to the help', async () => {
  show({ ...known, id: 'me', photo_path: null } as Profile)
  expect(await screen.findByRole('link', { name: /^Solicitudes.*10 pendientes$/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ayuda' }).getAttribute('href')).toBe('/dashboard/ayuda')
})

it('menu, mark and name are there at once as they were the last time, and nothing is asked for them', async () => {
  show(known)
  await screen.findByText('Índice')
  cleanup()
  clinic = () => new Promise(() => {})
  localStorage.setItem('sb-127-auth-token', '{}')
  keepPerson({ ...known, id: 'me', phone: '962 123 4567' } as Profile)
  // No datum but these.
  expect(knownPerson()).toEqual(known)
  show(knownPerson() ?? known)
  for (const words of ['Índice', 'Dra. Ana Ruiz', 'Citas']) expect(screen.getByText(words)).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
})

it('who it was is forgotten with the session', () => {
  localStorage.setItem('sb-127-auth-token', '{}')
  keepPerson(known)
  forgetStoredSession()
  expect(knownPerson()).toBeNull()
  localStorage.setItem('sb-127-auth-token', '{}')
  forgetLeftovers()
  expect(knownPerson()).toBeNull()
})
