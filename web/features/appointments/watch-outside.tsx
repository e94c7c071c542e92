import { useEffect } from 'react'
import { useIsOutside } from '#web/parts/appointments/use-is-outside.ts'
import type { AppointmentWithPeople } from '#web/queries/appointments.ts'

/** Tells which of the appointments lie outside of hours, live. Draws nothing: the list does not wait for its code. */
export function WatchOutside({
  rows,
  onKnown,
}: {
  rows: readonly AppointmentWithPeople[]
  onKnown: (ids: readonly string[]) => void
}) {
  const isOutside = useIsOutside('doctor')
  const ids = rows.filter(isOutside).map(({ id }) => id)
  const known = ids.join()
  useEffect(() => onKnown(known.split(',')), [known, onKnown])
  return null
}
