import { useQueryClient } from '@tanstack/react-query'
import { AppError } from '#web/backend/errors.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import {
  type AppointmentWithPeople,
  appointmentKeys,
  appointmentQuery,
  type CalendarAppointment,
} from '#web/queries/appointments.ts'

/** Opens an appointment with all its data; the calendar itself reads only what it shows. */
export function useOpenAppointment(onOpen: (appointment: AppointmentWithPeople) => void) {
  const client = useQueryClient()
  return async ({ id }: CalendarAppointment) => {
    try {
      const appointment = await client.fetchQuery(appointmentQuery(id))
      if (appointment) return onOpen(appointment)
      void client.invalidateQueries({ queryKey: appointmentKeys.all })
      toastError(new AppError('load_appointments', 'missing', 'La cita ya no existe.'), 'load_appointments')
    } catch (error) {
      toastError(error, 'load_appointments')
    }
  }
}
