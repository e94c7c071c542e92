import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { keepPerson } from '#web/session/known-person.ts'
import { AdminGate } from './admin-gate.tsx'

const { loaded } = vi.hoisted(() => ({ loaded: [] as string[] }))

vi.mock('#web/backend/client.ts', () => ({ ask: () => new Promise(() => {}) }))
vi.mock('#web/session/session.ts', () => ({
  useSession: () => ({ state: 'loading' }),
  startSession: () => {},
}))
vi.mock('#web/features/users/users-screen.tsx', () => {
  loaded.push('users')
  return { UsersScreen: () => null }
})

afterEach(() => {
  cleanup()
  localStorage.clear()
})

async function open() {
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={['/admin-control-panel-0123/users']}>
          <Routes>
            <Route path=":area/*" element={<AdminGate />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
}

/** Brings forward the frame that portal.html has, in the administration's colour. */
const dark = '[data-waiting="dark"]'

function remember(role: string, is_admin: boolean) {
  localStorage.setItem('sb-127-auth-token', '{}')
  keepPerson({ full_name: 'Ana Ruiz', role, is_admin })
}

it.each([null, 'doctor'])(
  'somebody not known as an administrator (%s) sees no menu, and loads no screen',
  async (role) => {
    if (role) remember(role, false)
    await open()
    // As long as it may take whoever does.
    await vi.dynamicImportSettled()
    expect(document.body.textContent).toBe('Verificando credenciales...')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(document.querySelector(dark)).toBeNull()
    expect(loaded).toEqual([])
  },
)

it('a known administrator sees the dark frame at once, the menu and the title while the address is checked, and the screen’s code is on its way', async () => {
  remember('doctor', true)
  await open()
  expect(document.querySelector(dark)).not.toBeNull()
  expect(await screen.findByRole('navigation', { name: 'Administración' })).toBeTruthy()
  const main = screen.getByRole('main')
  expect(main.textContent).toContain('Verificando credenciales...')
  expect(main.textContent).toContain('Gestión de Usuarios')
  await vi.waitFor(() => expect(loaded).toEqual(['users']))
})
