import { appointmentStatusTones } from '#domain/appointment-status.ts'
import type { Tone } from '#domain/tone.ts'
import type { LinkedAppointment } from '#web/backend/answers.ts'
import { element } from './element.ts'
import { isOpen, statusWords } from './words.ts'

/** The chip of web/ui/chip.tsx without React: the colours of each meaning, and the path of its icon. */
const looks: Record<Tone, { look: string; icon: string }> = {
  orange: { look: 'bg-pend-soft text-pend', icon: 'M12 6v6l4 2m6-2a10 10 0 1 1-20 0 10 10 0 0 1 20 0' },
  green: { look: 'bg-ok-soft text-ok', icon: 'M20 6 9 17l-5-5' },
  blue: {
    look: 'bg-info-soft text-info',
    icon: 'M8 2v4m8-4v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2m4 12 2 2 4-4',
  },
  red: { look: 'bg-bad-soft text-bad', icon: 'M18 6 6 18M6 6l12 12' },
  grey: { look: 'bg-neu-soft text-neu', icon: 'M12 8v5m0 3v.01M22 12a10 10 0 1 1-20 0 10 10 0 0 1 20 0' },
}

/** Shows how an appointment stands; `null`, where there is none yet, shows nothing. */
export function showStatus(appointment: LinkedAppointment['cita']): void {
  const chip = element('chip')
  chip.hidden = appointment === null
  if (!appointment) return
  const absent = appointment.warned && isOpen(appointment)
  const { look, icon } = looks[absent ? 'orange' : appointmentStatusTones[appointment.status]]
  chip.className = `inline-flex min-h-6 items-center gap-1.5 rounded-full py-1 pr-2.5 pl-2 text-chip ${look}`
  element('icon').setAttribute('d', icon)
  element('status').textContent = absent ? 'Avisaste que no podrás ir' : statusWords(appointment.status)
}
