import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type StartDraft, startProblems } from '#domain/booking.ts'
import { appointmentMoved } from '#web/copy/booking.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { type AppointmentStart, moveAppointment } from '#web/queries/appointment-acts.ts'
import { type AppointmentWithPeople, appointmentKeys } from '#web/queries/appointments.ts'
import { toast } from '#web/ui/toast.ts'
import { useSubmit } from '../forms/use-submit.ts'
import { useSlots } from './use-slots.ts'

/** State and rules of 'Reagendar' (docs/product/appointments.md). It begins on the appointment's day, if that is not over. */
export function useMove(appointment: AppointmentWithPeople, onDone: () => void) {
  const client = useQueryClient()
  const today = useClinicToday()
  const [start] = useState<StartDraft & { doctorId: string; mail: boolean }>(() => ({
    doctorId: appointment.doctor_id,
    day: appointment.appointment_date < today ? '' : appointment.appointment_date,
    time: '',
    overbooks: false,
    reason: '',
    mail: true,
  }))
  const [draft, setDraft] = useState(start)
  const { doctorId, day, time, overbooks, reason, mail } = draft
  const read = useSlots(doctorId, draft)
  // Its own start is no place to move to.
  const isOwn = doctorId === appointment.doctor_id && day === appointment.appointment_date
  const own = isOwn ? appointment.appointment_time?.slice(0, 5) : undefined
  const choice = { ...read, over: read.over?.filter((slot) => slot.time !== own) }

  const move = useMutation({
    mutationFn: (to: AppointmentStart) =>
      moveAppointment(appointment.id, {
        ...to,
        doctorId: doctorId === appointment.doctor_id ? null : doctorId,
        mail,
      }),
    onSuccess: () => {
      toast(appointmentMoved(day, time))
      onDone()
    },
    onSettled: () => void client.invalidateQueries({ queryKey: appointmentKeys.all }),
  })
  const form = useSubmit({
    check: () => startProblems(draft, choice),
    send: () => move.mutateAsync({ day, time, reason: overbooks ? reason.trim() : null }),
    code: 'update_appointment',
  })
  return {
    ...form,
    draft,
    change: (changes: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changes })),
    dirty: JSON.stringify(draft) !== JSON.stringify(start),
    choice,
  }
}
