import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { loadLater } from './load-later.tsx'
import { Reached } from './reached.tsx'

let isUp = false
vi.stubGlobal('fetch', () =>
  isUp ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
)
// React names what a boundary caught.
vi.spyOn(console, 'error').mockReturnValue()
afterEach(cleanup)

/** A part in a screen whose heading is around it, and how often its code was asked for. */
function setUp() {
  const load = vi.fn(async () => {
    if (!isUp) throw new TypeError('Failed to fetch')
    return () => <p>Parte</p>
  })
  const part = loadLater<object>(load)
  const Screen = () => (
    <>
      <h1>Citas</h1>
      <Reached
        instead={(again) => (
          <button type="button" data-retry onClick={again}>
            Reintentar
          </button>
        )}
      >
        <Suspense fallback="Cargando">
          <part.Later />
        </Suspense>
      </Reached>
    </>
  )
  return { load, Screen }
}

it('what is around stays where the line does not bring a part’s code, which is asked for again on demand', async () => {
  isUp = false
  const { load, Screen } = setUp()
  await act(async () => render(<Screen />))
  screen.getByText('Reintentar').focus()
  await act(async () => fireEvent.click(screen.getByText('Reintentar')))
  expect(document.activeElement).toBe(screen.getByText('Reintentar'))
  expect(screen.getByRole('heading').textContent).toBe('Citas')
  expect(load).toHaveBeenCalledTimes(2)
  isUp = true
  await act(async () => fireEvent.click(screen.getByText('Reintentar')))
  await screen.findByText('Parte')
})

it('a connection that is back asks by itself', async () => {
  isUp = false
  const { Screen } = setUp()
  await act(async () => render(<Screen />))
  screen.getByText('Reintentar')
  isUp = true
  await act(async () => fireEvent(window, new Event('online')))
  await screen.findByText('Parte')
})

it('a fault of the code itself goes on', async () => {
  isUp = true
  class Around extends Component<{ children: ReactNode }, { failure: unknown }> {
    override state = { failure: null }
    static getDerivedStateFromError = (failure: unknown) => ({ failure })
    override render() {
      return this.state.failure ? String(this.state.failure) : this.props.children
    }
  }
  const part = loadLater<object>(() => Promise.reject(new Error('broken')))
  await act(async () =>
    render(
      <Around>
        <Reached instead={() => 'Reintentar'}>
          <Suspense>
            <part.Later />
          </Suspense>
        </Reached>
      </Around>,
    ),
  )
  await screen.findByText('Error: broken')
})
