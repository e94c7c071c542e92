import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ErrorCode } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { PaymentScreen } from './payment-screen.tsx'

const ana = { id: 'ana', full_name: 'Ana Ñúñez', email: 'ana@correo.test', phone: null, age: 30 }
vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode) =>
    code === 'load_services'
      ? [{ id: '1', name: 'Escaneo Intraoral', price: 400, active: true, requestable: true }]
      : code === 'load_patients'
        ? ana
        : []
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'me', role: 'doctor', is_admin: false }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T17:00:00Z') })
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  localStorage.clear()
  vi.useRealTimers()
})

function show() {
  const router = createMemoryRouter([{ path: '/', Component: PaymentScreen }])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
const submit = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Registrar Pago y Generar Factura' }))
const leave = (draft: object) =>
  localStorage.setItem(
    'paymentDraft',
    JSON.stringify({
      id: 'a',
      patientId: 'ana',
      date: null,
      method: 'Efectivo',
      rows: [{ service: 'Escaneo Intraoral', price: '400' }],
      began: '2026-11-20',
      ...draft,
    }),
  )

it('marks what is missing, moves to the first of it, and says it as specified', async () => {
  show()
  await submit()
  expect(toastStore.get()).toMatchObject({
    title: 'Campos incompletos',
    description: 'Selecciona paciente, fecha, método de pago y al menos un servicio.',
  })
  const patient = screen.getByRole('combobox', { name: 'Paciente' })
  expect(document.activeElement).toBe(patient)
  expect(patient.getAttribute('aria-invalid')).toBe('true')
  for (const words of ['Elige un método de pago.', 'Elige un servicio.'])
    expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByLabelText(/^Fecha de Pago/).getAttribute('aria-invalid')).toBeNull()
})

it('moves to a price that is none', async () => {
  leave({ rows: [{ service: 'Escaneo Intraoral', price: '' }] })
  show()
  await submit()
  expect(toastStore.get()?.title).toBe('Precio no válido')
  expect(document.activeElement).toBe(screen.getByLabelText('Precio'))
  expect(screen.getByText('Escribe un precio como 250 o 1,250.50.')).toBeTruthy()
})

it('says from when an older draft is, books it on today, and discards it on request', async () => {
  leave({})
  show()
  expect(await screen.findByText('Borrador del 20/11/2026.')).toBeTruthy()
  expect(await screen.findByLabelText(/^Fecha de Pago/)).toHaveProperty('value', '23/11/2026')
  await userEvent.click(screen.getByRole('button', { name: 'Descartar borrador' }))
  expect(screen.queryByText('Borrador del 20/11/2026.')).toBeNull()
  expect(screen.getByLabelText(/^Método de Pago/)).toHaveProperty('value', '')
  expect(screen.getByRole('combobox', { name: 'Paciente' })).toHaveProperty('value', '')
})

it('a service that is taken away leaves the focus at adding one', async () => {
  leave({
    rows: [
      { service: 'Escaneo Intraoral', price: '400' },
      { service: '', price: '' },
    ],
  })
  show()
  const [first] = await screen.findAllByRole('button', { name: 'Quitar servicio' })
  if (!first) throw new Error('There are two rows')
  first.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getAllByLabelText(/^Servicio/)).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Agregar Servicio' }))
})
