import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { appointmentToken } from '#web/queries/appointment-links.ts'
import type { AppointmentWithPeople } from '#web/queries/appointments.ts'
import { copyText } from '#web/ui/clipboard.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { ShareAppointment } from './share-appointment.tsx'

vi.mock('#web/ui/clipboard.ts', () => ({ copyText: vi.fn() }))
vi.mock('#web/queries/appointment-links.ts', () => ({
  appointmentLinkQuery: () => ({ queryKey: ['link'], queryFn: async () => null }),
  appointmentToken: vi.fn(),
  revokeAppointmentLink: vi.fn(),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('./mail-button.tsx', () => ({ MailButton: () => null }))

const appointment: AppointmentWithPeople = {
  id: 'cita',
  doctor_id: 'me',
  patient_id: 'p',
  appointment_date: '2026-11-24',
  appointment_time: '10:00:00',
  study_type: 'Escaneo Intraoral',
  status: 'pendiente',
  nombre: null,
  telefono: '962 111 2233',
  especialidad: 'Imagenología Dental',
  created_at: '2026-11-01T02:00:00Z',
  request_id: null,
  seat: 0,
  moves: 0,
  warned_at: null,
  study_arrived: null,
  over: [],
  patient_name: 'Mariana López Hernández',
  doctor_name: 'Dra. Lucía Ferrer',
  patient: null,
  doctor: { full_name: 'Dra. Lucía Ferrer', specialty: null },
}

let answer: { resolve: (token: string) => void; reject: (why: unknown) => void }
beforeEach(() => {
  vi.mocked(appointmentToken).mockImplementation(
    () =>
      new Promise((resolve, reject) => {
        answer = { resolve, reject }
      }),
  )
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

const share = ({ withLink = true, booked = true } = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ShareAppointment
        appointment={appointment}
        as="doctor"
        clinic={sampleClinic}
        zone="America/Mexico_City"
        booked={booked}
        withLink={withLink}
      />
    </QueryClientProvider>,
  )
const copied = () => vi.mocked(copyText).mock.calls[0]?.[0] ?? ''

it('no message goes before the link that it promises, and the buttons say so', async () => {
  share()
  const waiting = screen.getAllByRole('button', { name: 'Preparando el enlace…' })
  expect(waiting).toHaveLength(2)
  for (const button of waiting) await userEvent.click(button)
  expect(copyText).not.toHaveBeenCalled()
  expect(screen.queryByRole('link', { name: /^WhatsApp/ })).toBeNull()

  await act(async () => answer.resolve('abc'))
  await userEvent.click(await screen.findByRole('button', { name: 'Copiar mensaje' }))
  expect(copied()).toContain('/cita/abc')
  const href = screen.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href') ?? ''
  expect(new URL(href).searchParams.get('text')).toBe(copied())
})

it('without a link it is said, and another try may bring it', async () => {
  share()
  await act(async () => answer.reject(new AppError('make_appointment_link', 'network')))
  expect(await screen.findByText('El mensaje no lleva el enlace del paciente.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Incluir enlace' }))
  await act(async () => answer.resolve('def'))
  await until(() => expect(screen.queryByText('El mensaje no lleva el enlace del paciente.')).toBeNull())
  await userEvent.click(await screen.findByRole('button', { name: 'Copiar mensaje' }))
  expect(copied()).toContain('/cita/def')
})

it('a link that was asked for is waited for as well', async () => {
  share({ withLink: false })
  await userEvent.click(screen.getByRole('button', { name: 'Incluir enlace' }))
  expect(screen.getAllByRole('button', { name: 'Preparando el enlace…' })).toHaveLength(2)
})

it('right after booking the message says neither study nor surname', async () => {
  share()
  await act(async () => answer.resolve('abc'))
  await userEvent.click(await screen.findByRole('button', { name: 'Copiar mensaje' }))
  expect(copied().replaceAll('\u00a0', ' ')).toBe(
    `Hola, Mariana: tu cita en Índice es el martes 24 de noviembre de 2026 a las 10:00 a. m. Dirección: Calle de la Ceiba 100, Colonia Centro, Tapachula, Chiapas, C.P. 30700. Confirma, cambia o cancela aquí: ${location.origin}/cita/abc`,
  )
})

it('from the details of an appointment a person sends study and name as well', async () => {
  share({ booked: false, withLink: false })
  await userEvent.click(screen.getByRole('button', { name: 'Copiar mensaje' }))
  expect(copied()).toContain('Hola, Mariana López Hernández:')
  expect(copied()).toContain('Estudio: Escaneo Intraoral')
})
