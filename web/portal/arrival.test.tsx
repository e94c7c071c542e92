import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Arrival } from './arrival.tsx'

afterEach(cleanup)

/** A screen whose heading changes once its rows are there, like a patient's record. */
function Record() {
  const [name, setName] = useState('')
  return (
    <>
      <h1 key={name} tabIndex={-1}>
        {name || 'Expediente'}
      </h1>
      <input aria-label="Nota" />
      <button type="button" onClick={() => setName('Ana Ruiz')}>
        Llegó
      </button>
    </>
  )
}

async function openRecord() {
  vi.stubGlobal('scrollTo', () => {})
  const router = createMemoryRouter([
    {
      element: (
        <main>
          <Arrival />
          <Outlet />
        </main>
      ),
      children: [
        { path: '/', element: <h1>Pacientes</h1> },
        { path: '/ana', element: <Record /> },
      ],
    },
  ])
  render(<RouterProvider router={router} />)
  await act(() => router.navigate('/ana'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Expediente' }))
}

it('the focus goes on to the heading that takes the place of the one it was moved to', async () => {
  await openRecord()
  act(() => screen.getByText('Llegó').click())
  const heading = screen.getByRole('heading', { name: 'Ana Ruiz' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

it('whoever has moved on before the heading changes is left there', async () => {
  await openRecord()
  screen.getByLabelText('Nota').focus()
  act(() => screen.getByText('Llegó').click())
  await new Promise((done) => setTimeout(done))
  expect(document.activeElement).toBe(screen.getByLabelText('Nota'))
})
