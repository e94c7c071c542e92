import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bookingProblems, isBookable } from '#domain/booking.ts'
import { slotsOf } from '#domain/day-slots.ts'
import { dayInZone } from '#domain/days.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import type { NewAppointment } from '#web/backend/database.ts'
import { appointmentBooked, refusals } from '#web/copy/notices.ts'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import { useClinicHours } from '#web/hooks/use-clinic-hours.ts'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { useSubmit } from '#web/parts/use-submit.ts'
import { appointmentKeys } from '#web/queries/appointments.ts'
import { createAppointment, takenSlotsQuery } from '#web/queries/booking.ts'
import { useProfile } from '#web/session/session.ts'
import { toast } from '#web/ui/toast.ts'

/** What the form begins with; `day` yyyy-MM-dd, `time` HH:mm. */
export type BookingStart = { patient: DoctorPatient | null; day: string; time: string }

export type Booking = ReturnType<typeof useBooking>

/** State and rules of 'Nueva Cita' (docs/product/appointments.md). Nothing that was filled in is lost when it fails. */
export function useBooking(start: BookingStart, onDone: () => void) {
  const me = useProfile()
  const zone = useClinicZone()
  const now = new Date(useNow(30_000))
  const today = dayInZone(now, zone)
  const client = useQueryClient()
  const [draft, setDraft] = useState({ ...start, study: '' })
  const { patient, day, time, study } = draft
  const rowId = useRowId()

  const taken = useQuery({ ...takenSlotsQuery(me.id, day), enabled: isBookable(day, today) })
  const { hours, ...ofHours } = useClinicHours(me.id, 'doctor')
  const slots = taken.data && hours && slotsOf(day, { hours, taken: taken.data, now, zone })
  const slot = slots?.find((known) => known.time === time)
  const free = slot !== undefined && !slot.taken
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
      bookingProblems({ patientId: patient?.id ?? null, day, time, study }, { today, slots: slots ?? [] }),
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
    today,
    slots,
    /** Why the slots could not be read. */
    failed: taken.error
      ? { error: taken.error, code: 'load_taken_slots' as const, onRetry: taken.refetch }
      : ofHours.error
        ? { error: ofHours.error, code: 'load_clinic_hours' as const, onRetry: ofHours.refetch }
        : null,
    /** The chosen time, while it is still free. */
    time: free ? time : '',
    /** The chosen time, if somebody took it or it has begun. */
    lostTime: slots && time !== '' && !free ? time : null,
  }
}
