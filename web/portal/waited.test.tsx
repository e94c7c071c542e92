import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePreload } from '#web/hooks/use-preload.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { Waited } from './waited.tsx'

let isUp = false
const none: never[] = []
vi.stubGlobal('fetch', () =>
  isUp ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
)
// React names what a boundary caught.
vi.spyOn(console, 'error').mockReturnValue()
beforeEach(() => {
  isUp = false
})
afterEach(cleanup)

class Around extends Component<{ children: ReactNode }, { failure: unknown }> {
  override state = { failure: null }
  static getDerivedStateFromError = (failure: unknown) => ({ failure })
  override render() {
    return this.state.failure ? String(this.state.failure) : this.props.children
  }
}

/** The screen 'Citas' of a menu whose next screen it is, and how often its code was asked for. */
function setUp(code = async () => () => <h1>Citas de hoy</h1>) {
  const load = vi.fn(async () => {
    if (!isUp) throw new TypeError('Failed to fetch')
    return code()
  })
  const part = loadLater<object>(load)
  const parts = [part]
  function Menu({ opened = true }: { opened?: boolean }) {
    usePreload(opened ? none : parts)
    return (
      <Around>
        <MemoryRouter>
          <nav>Menú</nav>
          {opened && <Waited code={part} title="Citas" fallback="Cargando..." />}
        </MemoryRouter>
      </Around>
    )
  }
  return { load, Menu }
}

const again = () => screen.getByRole('button', { name: 'Reintentar' })
const press = () => act(async () => fireEvent.click(again()))

it('a screen whose code the line does not bring leaves the menu, with its title, the cause and a way on', async () => {
  const { load, Menu } = setUp()
  await act(async () => render(<Menu />))
  expect(screen.getByText('Menú')).toBeTruthy()
  screen.getByRole('heading', { name: 'Citas' })
  expect(screen.getByRole('alert').textContent).toContain('Revisa tu conexión a internet')
  again().focus()
  await press()
  expect(document.activeElement).toBe(again())
  expect(load).toHaveBeenCalledTimes(2)
  isUp = true
  await press()
  await screen.findByRole('heading', { name: 'Citas de hoy' })
})

it('a connection that is back asks by itself', async () => {
  const { Menu } = setUp()
  await act(async () => render(<Menu />))
  again()
  isUp = true
  await act(async () => fireEvent(window, new Event('online')))
  await screen.findByRole('heading', { name: 'Citas de hoy' })
})

it('what could not be loaded beforehand is asked for anew when it is opened', async () => {
  const { load, Menu } = setUp()
  const { rerender } = render(<Menu opened={false} />)
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  // The failure arrives.
  await act(async () => {})
  isUp = true
  await act(async () => rerender(<Menu />))
  await screen.findByRole('heading', { name: 'Citas de hoy' })
})

it('a fault of the code itself goes on to who tells of it', async () => {
  isUp = true
  const { Menu } = setUp(() => Promise.reject(new Error('broken')))
  await act(async () => render(<Menu />))
  await screen.findByText('Error: broken')
})
