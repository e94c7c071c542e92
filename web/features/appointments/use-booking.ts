import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingProblems } from '#domain/booking.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import type { NewAppointment } from '#web/backend/database.ts'
import { appointmentBooked, refusals } from '#web/copy/notices.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { useSlots } from '#web/parts/use-slots.ts'
import { useSubmit } from '#web/parts/use-submit.ts'
import { appointmentKeys } from '#web/queries/appointments.ts'
import { createAppointment } from '#web/queries/booking.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'

/** What the form begins with; `day` yyyy-MM-dd, `time` HH:mm. */
export type BookingStart = { patient: DoctorPatient | null; day: string; time: string }

/** State and rules of 'Nueva Cita' (docs/product/appointments.md). Nothing that was filled in is lost when it fails. */
export function useBooking(start: BookingStart, onDone: () => void) {
  const me = useProfile()
  const client = useQueryClient()
  const [draft, setDraft] = useState({ ...start, study: '' })
  const { patient, day, time, study } = draft
  const rowId = useRowId()

  const choice = useSlots(me.id, draft)
  const book = useMutation({
    mutationFn: (appointment: NewAppointment) =>
      createAppointment({ id: rowId.idFor(appointment), ...appointment }),
    onSuccess: () => {
      toast(appointmentBooked(day, time))
      onDone()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentKeys.all }),
  })
  const form = useSubmit({
    check: () =>
      bookingProblems(
        { patientId: patient?.id ?? null, day, time, study },
        { today: choice.today, slots: choice.slots ?? [] },
      ),
    send: async () => {
      if (!patient) return
      await book.mutateAsync({
        patient_id: patient.id,
        doctor_id: me.id,
        appointment_date: day,
        appointment_time: time,
        study_type: study,
        nombre: patient.full_name,
        telefono: patient.phone,
        status: 'pendiente',
      })
    },
    code: 'create_appointment',
    refused: () => toast({ ...refusals.appointmentFields, variant: 'destructive' }),
  })

  return {
    ...form,
    draft,
    change: (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes })),
    dirty: patient?.id !== start.patient?.id || day !== start.day || time !== start.time || study !== '',
    choice,
  }
}
