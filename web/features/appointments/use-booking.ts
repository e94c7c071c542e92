import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingProblems } from '#domain/booking.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import type { NewAppointment } from '#web/backend/database.ts'
import { appointmentBooked, refusals } from '#web/copy/notices.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { tellByMail } from '#web/parts/mail-box.tsx'
import { useSlots } from '#web/parts/use-slots.ts'
import { useSubmit } from '#web/parts/use-submit.ts'
import { appointmentKeys } from '#web/queries/appointments.ts'
import { bookAppointment, createAppointment } from '#web/queries/booking.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'

/** What the form begins with; `day` yyyy-MM-dd, `time` HH:mm. */
export type BookingStart = { patient: DoctorPatient | null; day: string; time: string }

/** State and rules of 'Nueva Cita' (docs/product/appointments.md). Nothing that was filled in is lost when it fails. */
export function useBooking(start: BookingStart, onDone: () => void) {
  const me = useProfile()
  const client = useQueryClient()
  const [draft, setDraft] = useState({ ...start, overbooks: false, reason: '', study: '', mail: true })
  const { patient, day, time, overbooks, reason, study } = draft
  const rowId = useRowId()

  const choice = useSlots(me.id, draft)
  const book = useMutation({
    mutationFn: async ({ id: patientId, full_name, phone }: DoctorPatient) => {
      if (overbooks) {
        const booking = {
          patientId,
          doctorId: me.id,
          day,
          time,
          study,
          reason: reason.trim(),
          requestId: null,
        }
        await bookAppointment({ id: rowId.idFor(booking), ...booking, mail: draft.mail })
      } else {
        const appointment: NewAppointment = {
          patient_id: patientId,
          doctor_id: me.id,
          appointment_date: day,
          appointment_time: time,
          study_type: study,
          nombre: full_name,
          telefono: phone,
          status: 'pendiente',
        }
        const id = rowId.idFor(appointment)
        await createAppointment({ id, ...appointment })
        if (draft.mail) void tellByMail(client, 'cita_nueva', id)
      }
    },
    onSuccess: () => {
      toast(appointmentBooked(day, time))
      onDone()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentKeys.all }),
  })
  const form = useSubmit({
    check: () => bookingProblems({ ...draft, patientId: patient?.id ?? null }, choice),
    send: async () => {
      if (patient) await book.mutateAsync(patient)
    },
    code: 'create_appointment',
    refused: () => toast({ ...refusals.appointmentFields, variant: 'destructive' }),
  })

  return {
    ...form,
    draft,
    change: (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes })),
    dirty:
      patient?.id !== start.patient?.id ||
      day !== start.day ||
      time !== start.time ||
      overbooks ||
      study !== '',
    choice,
  }
}
