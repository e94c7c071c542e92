import { createContext } from 'react'
import type { CalendarAppointment } from '#web/queries/appointments.ts'

/** Whether an appointment of the calendar lies outside of hours; the calendar, which reads them, says. */
export const OutsideContext = createContext<(appointment: CalendarAppointment) => boolean>(() => false)
