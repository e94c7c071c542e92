import { useState } from 'react'
import { BookingDialog } from './booking-dialog.tsx'
import { JustBooked } from './just-booked.tsx'
import type { BookingStart } from './use-booking.ts'

/** 'Nueva Cita' while there is a `start`, and on the page what was booked last, until it is put away. */
export function Booking({ start, onClose }: { start: BookingStart | null; onClose: () => void }) {
  const [booked, setBooked] = useState<string | null>(null)
  return (
    <>
      {booked && <JustBooked key={booked} id={booked} onClose={() => setBooked(null)} />}
      {start && <BookingDialog start={start} onBooked={setBooked} onClose={onClose} />}
    </>
  )
}
