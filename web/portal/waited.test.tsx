import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { usePreload } from '#web/hooks/use-preload.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { Waited } from './waited.tsx'

let isUp = true
vi.stubGlobal('fetch', () =>
  isUp ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
)
vi.spyOn(console, 'error').mockReturnValue()
afterEach(cleanup)

/** The screen 'Citas' of a menu whose next screen it is, and how often its code was asked for. */
function setUp() {
  const load = vi.fn(async () => {
    if (!isUp) throw new TypeError('Failed to fetch')
    return () => <h1>Citas de hoy</h1>
  })
  const code = loadLater<object>(load)
  const parts = [code]
  function Menu({ opened = false }: { opened?: boolean }) {
    usePreload(parts)
    return (
      <MemoryRouter>
        <nav>Menú</nav>
        {opened && <Waited code={code} title="Citas" fallback="Cargando..." />}
      </MemoryRouter>
    )
  }
  return { load, Menu }
}

it('a screen whose code the line does not bring leaves the menu, with its title, the cause and a way on', async () => {
  isUp = false
  const { Menu } = setUp()
  await act(async () => render(<Menu opened />))
  expect(screen.getByText('Menú')).toBeTruthy()
  screen.getByRole('heading', { name: 'Citas' })
  expect(screen.getByRole('alert').textContent).toContain('Revisa tu conexión a internet')
  isUp = true
  await act(async () => screen.getByRole('button', { name: 'Reintentar' }).click())
  await screen.findByRole('heading', { name: 'Citas de hoy' })
})

it('what could not be loaded beforehand is asked for anew when it is opened', async () => {
  isUp = false
  const { load, Menu } = setUp()
  const { rerender } = render(<Menu />)
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  // The failure arrives.
  await act(async () => {})
  isUp = true
  await act(async () => rerender(<Menu opened />))
  await screen.findByRole('heading', { name: 'Citas de hoy' })
})
