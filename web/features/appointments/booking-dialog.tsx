import { MailBox } from '#web/parts/appointments/mail-box.tsx'
import { StartFields } from '#web/parts/forms/start-fields.tsx'
import { PatientPicker } from '#web/parts/people/patient-picker.tsx'
import { usePatientAside } from '#web/parts/people/use-patient-aside.tsx'
import { StudySelect } from '#web/parts/studies/study-select.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { type BookingEnd, type BookingStart, useBooking } from './use-booking.ts'

/** 'Nueva Cita': patient, day, time and study (docs/product/appointments.md). */
export function BookingDialog({ start, ...end }: BookingEnd & { start: BookingStart }) {
  const booking = useBooking(start, end)
  const { draft, choice, change, problems, busy } = booking
  const aside = usePatientAside((patient) => change({ patient }))
  return (
    <>
      <FormDialog
        form={booking}
        onClose={end.onClose}
        title="Nueva Cita"
        action="Agendar Cita"
        actionBusy="Agendando..."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <PatientPicker
            label="Paciente"
            required
            value={draft.patient}
            onChange={(patient) => change({ patient })}
            onNew={aside.ask}
            error={problems.patientId}
            disabled={busy}
            className="sm:col-span-2"
          />
          <StudySelect
            value={draft.study}
            onChange={(study) => change({ study })}
            error={problems.study}
            disabled={busy}
          />
          <DateField
            label="Fecha"
            required
            value={draft.day}
            min={choice.today}
            today={choice.today}
            error={problems.day}
            disabled={busy}
            onChange={(day) => change({ day })}
            onFocus={() => booking.setIsInDay(true)}
            onBlur={() => booking.setIsInDay(false)}
          />
          <StartFields choice={choice} draft={draft} problems={problems} busy={busy} change={change} />
          <MailBox checked={draft.mail} onChange={(mail) => change({ mail })} className="sm:col-span-2" />
        </div>
      </FormDialog>
      {aside.dialog}
    </>
  )
}
