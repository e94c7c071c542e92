import type { BookedRequest } from '#web/queries/requests.ts'
import { Access, Next } from './afterwards.tsx'
import { Booked } from './booked.tsx'
import { Offered } from './offered.tsx'
import type { MadeAccount, Offer } from './use-request-booking.ts'

/** What was booked, or the link to choose; the access of an account that this page made, and what comes next. */
export function Done({
  request,
  appointmentId,
  offer,
  made,
  page,
}: {
  request: BookedRequest
  appointmentId: string | null
  offer: Offer | null
  made: MadeAccount | null
  /** The address of a request's page. */
  page: (requestId: number) => string
}) {
  return (
    <div className="grid grid-cols-1 gap-4">
      {appointmentId ? (
        <Booked appointmentId={appointmentId} />
      ) : (
        offer && <Offered offer={offer} phone={request.patient_phone} />
      )}
      {made && <Access account={made} />}
      <Next appointmentId={appointmentId} page={page} />
    </div>
  )
}
