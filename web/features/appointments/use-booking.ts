import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingProblems } from '#domain/booking.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import type { NewAppointment } from '#web/backend/database.ts'
import { appointmentBooked, refusals } from '#web/copy/notices.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { tellByMail } from '#web/parts/appointments/mail-box.tsx'
import { useSlots } from '#web/parts/appointments/use-slots.ts'
import { useSubmit } from '#web/parts/forms/use-submit.ts'
import { appointmentKeys } from '#web/queries/appointments.ts'
import { bookAppointment, createAppointment } from '#web/queries/booking.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'
import { useFirstFreeDay } from './use-first-free-day.ts'

/** What the form begins with; `day` yyyy-MM-dd, `time` HH:mm. */
export type BookingStart = { patient: DoctorPatient | null; day: string; time: string }

/** What becomes of the form: it closes, and before that it may have booked an appointment. */
export type BookingEnd = { onBooked: (appointmentId: string) => void; onClose: () => void }

/** State and rules of 'Nueva Cita' (docs/product/appointments.md). Nothing that was filled in is lost when it fails. */
export function useBooking(start: BookingStart, { onBooked, onClose }: BookingEnd) {
  const me = useProfile()
  const client = useQueryClient()
  const [typed, setTyped] = useState({ ...start, overbooks: false, reason: '', study: '', mail: true })
  // Until another day is chosen it is the first one on which somebody can come.
  const [choosesDay, setChoosesDay] = useState(start.day !== '')
  // A proposal that comes while somebody is about to write a day would mix with what they write.
  const [isInDay, setIsInDay] = useState(false)
  const proposed = useFirstFreeDay(me.id, !choosesDay && !isInDay)
  const draft = choosesDay ? typed : { ...typed, day: proposed }
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
        const id = rowId.idFor(booking)
        await bookAppointment({ id, ...booking, mail: draft.mail })
        return id
      }
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
      return id
    },
    onSuccess: (id) => {
      toast(appointmentBooked(day, time))
      onBooked(id)
      onClose()
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
    change: (changes: Partial<typeof draft>) => {
      // A time belongs to the day that is shown.
      setTyped((before) => ({ ...before, day, ...changes }))
      if (changes.day !== undefined || changes.time) setChoosesDay(true)
    },
    setIsInDay,
    dirty:
      patient?.id !== start.patient?.id ||
      (choosesDay && day !== start.day) ||
      time !== start.time ||
      overbooks ||
      study !== '',
    choice,
  }
}
