// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import type { LinkedAppointment } from '#web/backend/answers.ts'
import { showStatus } from './chip.ts'

type Appointment = NonNullable<LinkedAppointment['cita']>

const appointment: Appointment = {
  id: 'a',
  day: '2026-11-30',
  time: '10:00:00',
  status: 'pendiente',
  moves: 0,
  moves_left: 2,
  warned: false,
  begun: false,
  in_notice: false,
}

beforeEach(() => {
  document.body.innerHTML =
    '<p id="chip" hidden><svg><path id="icon"></path></svg><span id="status"></span></p>'
})

it.each([
  [{ status: 'pendiente' }, 'Por confirmar', 'text-pend'],
  [{ status: 'confirmada' }, 'Confirmada', 'text-info'],
  [{ status: 'confirmada', warned: true }, 'Avisaste que no podrás ir', 'text-pend'],
  [{ status: 'completada', warned: true }, 'Completada', 'text-ok'],
  [{ status: 'cancelada' }, 'Cancelada', 'text-bad'],
  [{ status: 'no_asistio' }, 'No asististe', 'text-neu'],
] as const)(
  'how an appointment stands has a word, an icon and the colour of its meaning: %o',
  (state, words, colour) => {
    showStatus({ ...appointment, ...state })
    const chip = document.getElementById('chip')
    expect(chip?.hidden).toBe(false)
    expect(chip?.textContent).toBe(words)
    expect(chip?.className).toContain(colour)
    expect(document.getElementById('icon')?.getAttribute('d')).toMatch(/^M/)
  },
)

it('without an appointment nothing is said of it', () => {
  showStatus(appointment)
  showStatus(null)
  expect(document.getElementById('chip')?.hidden).toBe(true)
})
