import { CalendarCheck, Check, CircleQuestionMark, Clock, type LucideIcon, UserX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  appointmentStatusLabels,
  appointmentStatusTones,
  parseAppointmentStatus,
} from '#domain/appointment-status.ts'
import { requestStatusLabel, requestStatusTone } from '#domain/request-status.ts'
import type { Tone } from '#domain/tone.ts'
import { cx } from './cx.ts'

/** How each meaning looks; colour never stands alone. */
export const toneLook: Record<Tone, { ground: string; text: string; Icon: LucideIcon }> = {
  orange: { ground: 'bg-pend-soft', text: 'text-pend', Icon: Clock },
  green: { ground: 'bg-ok-soft', text: 'text-ok', Icon: Check },
  blue: { ground: 'bg-info-soft', text: 'text-info', Icon: CalendarCheck },
  red: { ground: 'bg-bad-soft', text: 'text-bad', Icon: X },
  grey: { ground: 'bg-neu-soft', text: 'text-neu', Icon: CircleQuestionMark },
}

/** A word with an icon on the colour of its meaning; on paper a frame takes the place of the ground. */
export function Chip({
  tone,
  Icon = toneLook[tone].Icon,
  children,
  className,
}: {
  tone: Tone
  /** Another icon than the meaning's own. */
  Icon?: LucideIcon
  children: ReactNode
  className?: string
}) {
  const { ground, text } = toneLook[tone]
  return (
    <span
      className={cx(
        'inline-flex min-h-6 shrink-0 items-center gap-1.5 rounded-full py-1 pr-2 pl-1.5 text-chip whitespace-nowrap tabular-nums',
        'print:border print:border-current print:bg-transparent',
        ground,
        text,
        className,
      )}
    >
      <Icon aria-hidden className="size-3.5" style={{ strokeWidth: 2.25 }} />
      {children}
    </span>
  )
}

/** The state of a request or an appointment, as stored; unknown words read 'Desconocido'. */
export function StatusChip({
  of,
  status,
  className,
}: {
  of: 'request' | 'appointment'
  status: string | null
  className?: string
}) {
  const { tone, label } = of === 'request' ? requestLook(status) : appointmentLook(status)
  return (
    <Chip tone={tone} Icon={iconOf(tone, status)} className={className}>
      {label}
    </Chip>
  )
}

/** The icon of a status: its meaning's own, but nobody asks who did not come. */
export function iconOf(tone: Tone, status: string | null): LucideIcon {
  return status === 'no_asistio' ? UserX : toneLook[tone].Icon
}

type Look = { tone: Tone; label: string }

function requestLook(status: string | null): Look {
  return { tone: requestStatusTone(status), label: requestStatusLabel(status) }
}

function appointmentLook(stored: string | null): Look {
  const status = parseAppointmentStatus(stored)
  if (status === null) return { tone: 'grey', label: 'Desconocido' }
  return { tone: appointmentStatusTones[status], label: appointmentStatusLabels[status] }
}
