import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { PatientCard } from '#web/features/patients/patient-card.tsx'
import { PatientRecord } from './patient-record.tsx'

vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me', role: 'doctor' }) }))

afterEach(cleanup)

const ana = { id: 'ana', full_name: 'Ana Ruiz', email: 'ana@correo.test', phone: null, age: 30 }

/** The record as it opens from a card at `address`. */
async function openFrom(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/dashboard/patients/:patientId', Component: PatientRecord },
      { path: '*', element: <PatientCard patient={ana} /> },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('link', { name: /Ana Ruiz/ }))
  expect(router.state.location.pathname).toBe('/dashboard/patients/ana')
}
const back = () => screen.getByRole('link', { name: 'Pacientes' }).getAttribute('href')

it('leads back to the list as it was left, with its search and page', async () => {
  await openFrom('/dashboard/patients?buscar=ana&pagina=2')
  expect(back()).toBe('/dashboard/patients?buscar=ana&pagina=2')
})

it.each(['/dashboard', '/dashboard/patients-of-old'])(
  'leads to the whole list when it was opened from %s',
  async (address) => {
    await openFrom(address)
    expect(back()).toBe('/dashboard/patients')
  },
)
