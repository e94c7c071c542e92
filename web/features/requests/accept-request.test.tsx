import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { acceptRequest } from '#web/backend/functions.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { AcceptRequest } from './accept-request.tsx'

vi.mock('#web/backend/functions.ts', () => ({ acceptRequest: vi.fn() }))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
})

async function accept() {
  const router = createMemoryRouter([
    { path: '/', element: <AcceptRequest id={7} /> },
    { path: '/dashboard/patients/add', element: <p>Agregar</p> },
  ])
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Aceptar' }))
  return router.state.location
}

it('says that a known patient was linked', async () => {
  vi.mocked(acceptRequest).mockResolvedValue({ userExisted: true })
  await accept()
  expect(acceptRequest).toHaveBeenCalledExactlyOnceWith(7)
  expect(await screen.findByText('Solicitud aceptada. El paciente ya existe.')).toBeTruthy()
})

it('says that the patient is asked when the names differ', async () => {
  vi.mocked(acceptRequest).mockResolvedValue({ userExisted: true, linkRequested: true })
  await accept()
  expect(
    await screen.findByText('El nombre no coincide con el de la cuenta: pedimos autorización al paciente.'),
  ).toBeTruthy()
  expect(screen.queryByText('Solicitud aceptada. El paciente ya existe.')).toBeNull()
})

it('leads to the form with what the request says of somebody new', async () => {
  vi.mocked(acceptRequest).mockResolvedValue({
    userExisted: false,
    newPatientData: { full_name: 'Ana & Ñúñez', email: 'ana+1@correo.test', phone: '961 123', age: 0 },
  })
  const { pathname, search } = await accept()
  expect(pathname).toBe('/dashboard/patients/add')
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    full_name: 'Ana & Ñúñez',
    email: 'ana+1@correo.test',
    phone: '961 123',
    age: '0',
    requestId: '7',
  })
})

it('says why it could not be accepted', async () => {
  vi.mocked(acceptRequest).mockRejectedValue(
    new AppError('process_request', 'conflict', 'La solicitud ya no está pendiente.'),
  )
  await accept()
  expect(
    await screen.findByText('No se pudo procesar la solicitud. La solicitud ya no está pendiente.'),
  ).toBeTruthy()
})
