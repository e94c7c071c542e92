import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import * as paths from '#web/hooks/paths.ts'
import { keepPerson } from '#web/session/known-person.ts'
import { Guard } from './guard.tsx'

vi.mock('#web/backend/client.ts', () => ({ ask: () => new Promise(() => {}) }))
vi.mock('#web/session/session.ts', () => ({
  useSession: () => ({ state: 'loading' }),
  startSession: () => {},
  confirmSession: () => {},
}))

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** What stands in the content while the session of somebody known is read. */
function waiting(role: string, path: string) {
  localStorage.setItem('sb-127-auth-token', '{}')
  keepPerson({ full_name: 'Ana Ruiz', role, is_admin: false })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Guard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole('main')
}

it('a dentist waits for orders, without a box for a picture, below the title and the search', () => {
  const main = waiting('dentist', paths.home)
  expect(main.textContent).toContain('Mis pacientes')
  expect(main.querySelector('.h-12:not([role=status] *)')).toBeTruthy()
  expect(main.querySelector('.aspect-4\\/3')).toBeNull()
})

it('a patient’s studies wait below title and line, so that neither moves when they come', () => {
  const main = waiting('patient', paths.myStudies)
  expect(main.textContent).toContain('Mis EstudiosAparecen aquí en cuanto tu doctor los publica.')
})
