import { useState } from 'react'
import { BookingDialog } from './booking-dialog.tsx'
import { JustBooked } from './just-booked.tsx'
import type { BookingStart } from './use-booking.ts'

/**
 * 'Nueva Cita' while there is a `start`, and on the page what was booked last, until it is put away; `onBooked` hears whether it is there,
 * as telling the patient then comes first.
 */
export function Booking({
  start,
  onClose,
  onBooked,
}: {
  start: BookingStart | null
  onClose: () => void
  onBooked: (isShown: boolean) => void
}) {
  const [booked, setBooked] = useState<string | null>(null)
  const show = (id: string | null) => {
    setBooked(id)
    onBooked(id !== null)
  }
  return (
    <>
      {booked && <JustBooked key={booked} id={booked} onClose={() => show(null)} />}
      {start && <BookingDialog start={start} onBooked={show} onClose={onClose} />}
    </>
  )
}
