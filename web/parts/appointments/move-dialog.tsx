import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { type AppointmentWithPeople, patientOf } from '#web/queries/appointments.ts'
import { doctorNamesQuery } from '#web/queries/doctors.ts'
import { useProfile } from '#web/session/session.ts'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { StartFields } from '../forms/start-fields.tsx'
import { MailBox } from './mail-box.tsx'
import { useMove } from './use-move.ts'

/** 'Reagendar': another start for the same appointment, for administrators also another doctor. */
export function MoveDialog({
  appointment,
  onClose,
  onMoved = onClose,
}: {
  appointment: AppointmentWithPeople
  onClose: () => void
  /** Instead of `onClose`, once it has moved. */
  onMoved?: () => void
}) {
  const me = useProfile()
  const form = useMove(appointment, onMoved)
  const { draft, choice, change, problems, busy } = form
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Reagendar la cita de ${patientOf(appointment)}`}
      description={`${startSentence(appointment)} El paciente tendrá que confirmarla otra vez.`}
      action="Reagendar"
      actionBusy="Reagendando..."
    >
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {me.is_admin && (
          <DoctorSelect
            appointment={appointment}
            value={draft.doctorId}
            disabled={busy}
            onChange={(doctorId) => change({ doctorId })}
          />
        )}
        <DateField
          label="Fecha"
          required
          value={draft.day}
          min={choice.today}
          today={choice.today}
          error={problems.day}
          disabled={busy}
          onChange={(day) => change({ day })}
        />
        <StartFields choice={choice} draft={draft} problems={problems} busy={busy} change={change} />
        {/* Somebody without an account gets no mail. */}
        {appointment.patient_id && (
          <MailBox
            label="Avisar al paciente por correo"
            checked={draft.mail}
            onChange={(mail) => change({ mail })}
            className="sm:col-span-2"
          />
        )}
      </div>
    </FormDialog>
  )
}

function startSentence({ appointment_date: day, appointment_time: time }: AppointmentWithPeople): string {
  // 'a. m.' already ends with a full stop.
  return time
    ? `Ahora es el ${formatDay(day)} a las ${formatTime(time)}`
    : `Ahora es el ${formatDay(day)}, sin hora.`
}

/** The doctors of the clinic, and that of the appointment, whose account may be closed. */
function DoctorSelect({
  appointment: { doctor_id, doctor, doctor_name },
  value,
  disabled,
  onChange,
}: {
  appointment: AppointmentWithPeople
  value: string
  disabled: boolean
  onChange: (doctorId: string) => void
}) {
  const { data: doctors = [] } = useQuery(doctorNamesQuery())
  const own = { value: doctor_id, label: doctor?.full_name ?? doctor_name ?? 'Sin nombre' }
  const others = doctors.filter(({ id }) => id !== doctor_id)
  return (
    <Select
      label="Doctor"
      required
      options={[own, ...others.map(({ id, full_name }) => ({ value: id, label: full_name }))]}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
