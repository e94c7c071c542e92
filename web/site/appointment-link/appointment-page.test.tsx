import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { until } from '#tests/until.ts'
import type { LinkedAppointment } from '#web/backend/answers.ts'
import { actByLink, freeStarts, linkedAppointment } from '#web/backend/appointment-link.ts'
import { AppError } from '#web/backend/errors.ts'
import { AppointmentPage } from './appointment-page.tsx'

vi.mock('#web/backend/appointment-link.ts', () => ({
  linkedAppointment: vi.fn(),
  freeStarts: vi.fn(),
  actByLink: vi.fn(),
  stopReminders: vi.fn(),
}))
vi.mock('#web/backend/config.ts', () => ({
  loadClinic: async () => ({ ...sampleClinic, phone: '962 000 0000', timeZone: 'America/Mexico_City' }),
}))

type Appointment = NonNullable<LinkedAppointment['cita']>

const appointment: Appointment = {
  id: 'a',
  day: '2099-11-30',
  time: '10:00:00',
  status: 'pendiente',
  moves: 0,
  moves_left: 2,
  warned: false,
  begun: false,
  in_notice: false,
}
const link: LinkedAppointment = {
  first_name: 'Mariana',
  doctor: 'Dra. Ana Ruiz',
  study_type: 'Radiografía Panorámica',
  preparation: null,
  wants_reminders: true,
  receiver: null,
  notice_hours: 4,
  horizon_days: 60,
  self_booking: true,
  expires_at: null,
  cita: appointment,
}

/** What was scrolled to, and where it came to stand. */
let seen: [text: string, place: unknown][]
beforeEach(() => {
  seen = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement, place) {
    const name = this.querySelector('legend')?.textContent ?? this.textContent
    seen.push([name, typeof place === 'object' ? place.block : 'start'])
  })
  vi.mocked(freeStarts).mockResolvedValue([
    { day: '2099-11-30', time: '09:30:00' },
    { day: '2099-12-01', time: '10:00:00' },
    { day: '2099-12-01', time: '10:30:00' },
  ])
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

async function show(shown: Partial<LinkedAppointment> = {}) {
  vi.mocked(linkedAppointment).mockResolvedValue({ ...link, ...shown })
  render(<AppointmentPage token="token" phone="962 000 0000" />)
  await screen.findByText('Hola, Mariana:')
}
const press = async (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const day = (number: number) =>
  screen.findByRole('radio', { name: new RegExp(`^\\S+ ${number} \\S+ Libres: `) })

it.each([
  [{ status: 'pendiente' }, 'Por confirmar', 'text-pend'],
  [{ status: 'confirmada' }, 'Confirmada', 'text-info'],
  [{ status: 'confirmada', warned: true }, 'Avisaste que no podrás ir', 'text-pend'],
  [{ status: 'completada', warned: true }, 'Completada', 'text-ok'],
  [{ status: 'cancelada' }, 'Cancelada', 'text-bad'],
  [{ status: 'no_asistio' }, 'No asististe', 'text-neu'],
] as const)(
  'how an appointment stands is a chip with the icon and colour of its meaning: %o',
  async (state, words, colour) => {
    await show({ cita: { ...appointment, ...state } })
    const chip = screen.getByText(words)
    expect(chip.className).toContain(colour)
    expect(chip.querySelector('svg')).not.toBeNull()
  },
)

describe('what a press opens takes the place of the buttons, has the focus, and stands at the top', () => {
  it('the choice of another hour; «Volver» brings the buttons back', async () => {
    await show()
    await press('Cambiar horario')
    const title = screen.getByRole('heading', { name: 'Elige otro horario' })
    expect(document.activeElement).toBe(title)
    expect(seen).toEqual([['Elige otro horario', 'start']])
    for (const name of ['Confirmar que asistiré', 'Agregar al calendario', 'Cancelar mi cita'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    // The days come later, and move nothing.
    await day(30)
    expect(seen).toHaveLength(1)
    await press('Volver')
    expect(screen.queryByRole('heading', { name: 'Elige otro horario' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cambiar horario' }))
  })

  it('the question before cancelling, in the specification’s words', async () => {
    await show()
    await press('Cancelar mi cita')
    const question = '¿Cancelar tu cita del lunes 30 de noviembre de 2099 a las 10:00\u00a0a.\u00a0m.?'
    expect(document.activeElement?.textContent).toBe(question)
    expect(seen).toEqual([[question, 'start']])
    expect(screen.queryByRole('button', { name: 'Cambiar horario' })).toBeNull()
    await press('Conservarla')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancelar mi cita' }))
    expect(actByLink).not.toHaveBeenCalled()
  })
})

it('the hours of a day that is pressed are seen', async () => {
  await show()
  await press('Cambiar horario')
  await userEvent.click(await day(1))
  expect(seen.at(-1)).toEqual(['Hora', 'nearest'])
  expect(within(screen.getByRole('group', { name: 'Hora' })).getAllByRole('radio')).toHaveLength(2)
})

it('an hour that was taken meanwhile is said beside the hours, which are read anew', async () => {
  await show()
  await press('Cambiar horario')
  await userEvent.click(await day(1))
  await userEvent.click(screen.getByRole('radio', { name: /10:30/ }))
  vi.mocked(actByLink).mockResolvedValue({ outcome: 'taken', link })
  vi.mocked(freeStarts).mockResolvedValue([{ day: '2099-12-01', time: '10:00:00' }])
  await press(/^Cambiar a mar 1 dic, 10:30/)
  expect(actByLink).toHaveBeenCalledExactlyOnceWith('move_by_link', 'token', {
    day: '2099-12-01',
    at: '10:30:00',
  })
  await until(() => expect(screen.queryByRole('radio', { name: /10:30/ })).toBeNull())
  expect(screen.getByRole('status').textContent).toBe('Ese horario acaba de ocuparse. Elige otro.')
  expect(screen.getByRole('heading', { name: 'Elige otro horario' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Cambiar a/ })).toBeNull()
})

it('the choice of a first hour is the page: its title stands once, it jumps nowhere, and ends as an appointment', async () => {
  await show({ cita: null })
  await day(30)
  expect(screen.getAllByText('Elige tu horario')).toHaveLength(1)
  expect(document.body.textContent).toContain('Radiografía Panorámica · Dra. Ana Ruiz')
  expect([document.activeElement, seen]).toEqual([document.body, []])
  expect(document.body.textContent).toMatch(/Día.*Hora.*Dirección.*Llamar al.*No quiero recordatorios/)
  await userEvent.click(screen.getByRole('radio', { name: /09:30/ }))
  vi.mocked(actByLink).mockResolvedValue({
    outcome: 'booked',
    link: { ...link, cita: { ...appointment, status: 'confirmada' } },
  })
  await press(/^Apartar lun 30 nov, 09:30/)
  expect(await screen.findByText('Tu cita quedó agendada.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Tu cita' }))
})

it('hours that could not be read are asked for again', async () => {
  vi.mocked(freeStarts).mockRejectedValueOnce(new AppError('load_clinic_hours', 'server'))
  await show({ cita: null })
  expect(await screen.findByText(/^No se pudieron cargar los horarios\./)).toBeTruthy()
  await press('Reintentar')
  await day(30)
  expect(screen.queryByText(/^No se pudieron cargar/)).toBeNull()
})

it('an answer that was lost is said, and another press shows what became of it', async () => {
  await show()
  vi.mocked(actByLink).mockRejectedValueOnce(new AppError('act_by_link', 'network'))
  await press('Confirmar que asistiré')
  expect(await screen.findByText('Sin conexión. Toca de nuevo para ver si se guardó.')).toBeTruthy()
  vi.mocked(actByLink).mockResolvedValue({
    outcome: 'confirmed',
    link: { ...link, cita: { ...appointment, status: 'confirmada' } },
  })
  await press('Confirmar que asistiré')
  expect(await screen.findByText('¡Gracias! Te esperamos.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Confirmar que asistiré' })).toBeNull()
})

it('a link that ended says whom to call, and what could not be read is read again', async () => {
  vi.mocked(linkedAppointment).mockRejectedValueOnce(new AppError('load_linked_appointment', 'server'))
  vi.mocked(linkedAppointment).mockResolvedValueOnce(null)
  render(<AppointmentPage token="token" phone="962 000 0000" />)
  expect(await screen.findByText(/^No se pudo cargar tu cita\./)).toBeTruthy()
  await press('Reintentar')
  await until(() =>
    expect(screen.getByRole('status').textContent).toBe(
      'Este enlace ya no sirve. Llámanos al 962\u00a0000\u00a00000.',
    ),
  )
  expect(screen.getByRole('link', { name: '962\u00a0000\u00a00000' }).getAttribute('href')).toBe(
    'tel:+529620000000',
  )
})
