import { ChevronDown } from 'lucide-react'
import {
  type AppointmentStatus,
  appointmentStatusLabels,
  appointmentStatusTones,
  doctorAppointmentStatuses,
  isFinalAppointmentStatus,
  parseAppointmentStatus,
} from '#domain/appointment-status.ts'
import { StatusChip, toneLook } from './chip.tsx'
import { cx } from './cx.ts'
import { SpinnerIcon } from './spinner.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

/** The status of an appointment, to be changed by its doctor; once it is final only the chip remains. */
export function AppointmentStatusSelect({
  label,
  status: stored,
  busy = false,
  onChange,
}: {
  /** Names whose appointment it is; read aloud. */
  label: string
  /** As stored. */
  status: string | null
  busy?: boolean
  onChange: (status: AppointmentStatus) => void
}) {
  useKeptFocus(busy)
  const status = parseAppointmentStatus(stored)
  if (status === null || (isFinalAppointmentStatus(status) && !busy)) {
    return <StatusChip of="appointment" status={stored} />
  }
  const { Icon, text } = toneLook[appointmentStatusTones[status]]
  const offered = doctorAppointmentStatuses.some((known) => known === status)
    ? doctorAppointmentStatuses
    : [status, ...doctorAppointmentStatuses]
  return (
    <div className={cx('relative z-1 inline-flex shrink-0', text)}>
      <Icon
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-3.5 -translate-y-1/2"
        style={{ strokeWidth: 2.25 }}
      />
      <select
        aria-label={label}
        aria-busy={busy || undefined}
        value={status}
        disabled={busy}
        onChange={(event) => {
          const chosen = parseAppointmentStatus(event.target.value)
          if (chosen) onChange(chosen)
        }}
        className="min-h-9 touch-target cursor-pointer appearance-none rounded-small border border-line bg-surface py-1.5 pr-8 pl-8 text-chip shadow-1 transition hover:bg-sunken disabled:cursor-progress [&>option]:text-ink"
      >
        {offered.map((value) => (
          <option key={value} value={value}>
            {appointmentStatusLabels[value]}
          </option>
        ))}
      </select>
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-ink-2"
      >
        {busy ? <SpinnerIcon className="size-4" /> : <ChevronDown className="size-4" />}
      </span>
    </div>
  )
}
