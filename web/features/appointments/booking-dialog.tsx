import { useEffect, useId, useRef } from 'react'
import { PatientPicker } from '#web/parts/patient-picker.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
import { firstWrong } from '#web/ui/first-wrong.ts'
import { SlotPicker } from './slot-picker.tsx'
import { StudySelect } from './study-select.tsx'
import { type BookingStart, useBooking } from './use-booking.ts'

/** 'Nueva Cita': patient, day, time and study (docs/product/appointments.md). */
export function BookingDialog({ start, onClose }: { start: BookingStart; onClose: () => void }) {
  const booking = useBooking(start, onClose)
  const { draft, change, problems, refused, saving, today } = booking
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refused > 0) firstWrong(form.current)?.focus()
  }, [refused])
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      unsaved={booking.dirty}
      title="Nueva Cita"
      dismissible={!saving}
      wrap={(content) => (
        <form ref={form} id={id} noValidate onSubmit={booking.submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <DialogCancel />
          <Button type="submit" variant="primary" busy={saving} busyLabel="Agendando...">
            Agendar Cita
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PatientPicker
          label="Paciente"
          required
          value={draft.patient}
          onChange={(patient) => change({ patient })}
          problem={problems?.patientId ?? undefined}
          disabled={saving}
          className="sm:col-span-2"
        />
        <StudySelect
          value={draft.study}
          onChange={(study) => change({ study })}
          problem={problems?.study ?? null}
          disabled={saving}
        />
        <DateField
          label="Fecha"
          required
          value={draft.day}
          min={today}
          today={today}
          error={problems?.day}
          disabled={saving}
          onChange={(day) => change({ day })}
        />
        <SlotPicker booking={booking} />
      </div>
    </Dialog>
  )
}
