import { useEffect, useState } from 'react'

/** The clocks of browser and server differ, in milliseconds. */
const slack = 60_000

/** Since when 'Nueva Cita' was open last in this visit, as milliseconds; Infinity before. What is newer was booked here. */
export function useBookedSince(isBooking: boolean): number {
  const [since, setSince] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (isBooking) setSince(Date.now() - slack)
  }, [isBooking])
  return since
}
