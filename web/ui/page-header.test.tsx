import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { PageHeader } from './page-header.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const print = vi.fn()

function show(matches: boolean) {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
  const menu = [
    { label: 'Imprimir', onPick: print },
    { label: 'Recordatorios', to: '/recordatorios' },
    { label: 'Exportar', disabled: true, onPick: print },
  ]
  const router = createMemoryRouter([
    { path: '*', element: <PageHeader title="Citas" menu={menu} primary={<a href="/">Nueva Cita</a>} /> },
  ])
  render(<RouterProvider router={router} />)
  return router
}

it('a wide screen has a button for everything', async () => {
  show(true)
  expect(screen.getByRole('link', { name: 'Recordatorios' }).getAttribute('href')).toBe('/recordatorios')
  expect(screen.getByRole('button', { name: 'Exportar' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Imprimir' }))
  expect(print).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Más acciones' })).toBeNull()
})

it('a phone keeps all but the one thing that one comes to do in a menu', async () => {
  const router = show(false)
  expect(screen.getByRole('link', { name: 'Nueva Cita' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Imprimir' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Más acciones' }))
  expect(screen.getByRole('button', { name: 'Exportar' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('button', { name: 'Recordatorios' }))
  expect(router.state.location.pathname).toBe('/recordatorios')
})
