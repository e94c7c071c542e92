import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { ReminderRow } from './reminder-row.tsx'

afterEach(cleanup)

it('who confirmed stands there with the word, icon and colour that every list has', () => {
  render(
    <ReminderRow
      reminder={{
        id: 'a',
        time: '10:00:00',
        status: 'confirmada',
        warned: false,
        doctor_name: 'Dra. Ana Ruiz',
        patient_id: null,
        name: 'Mariana Torres',
        phone: null,
        email: null,
        wants_reminders: true,
        mail: null,
        late: false,
        whatsapp: null,
      }}
      of={{
        day: '2026-11-28',
        tomorrow: true,
        zone: 'America/Mexico_City',
        clinic: { name: 'Índice', address: '', phone: '' },
        hasMail: false,
        showsDoctor: false,
      }}
      prepared={undefined}
      onNote={() => {}}
    />,
    { wrapper: MemoryRouter },
  )
  const chip = screen.getByText('Confirmada')
  expect(chip.className).toContain('text-info')
  expect(chip.querySelector('.lucide-calendar-check')).not.toBeNull()
})
