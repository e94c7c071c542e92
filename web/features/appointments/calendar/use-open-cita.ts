import { useQueryClient } from '@tanstack/react-query'
import { AppError } from '#web/backend/errors.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { type CalendarCita, type CitaWithPeople, citaKeys, citaQuery } from '#web/queries/citas.ts'

/** Opens an appointment with all its data; the calendar itself reads only what it shows. */
export function useOpenCita(onOpen: (cita: CitaWithPeople) => void) {
  const client = useQueryClient()
  return async ({ id }: CalendarCita) => {
    try {
      const cita = await client.fetchQuery(citaQuery(id))
      if (cita) return onOpen(cita)
      void client.invalidateQueries({ queryKey: citaKeys.all })
      toastError(new AppError('load_appointments', 'missing', 'La cita ya no existe.'), 'load_appointments')
    } catch (error) {
      toastError(error, 'load_appointments')
    }
  }
}
