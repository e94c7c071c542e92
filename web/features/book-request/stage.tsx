import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { requestPatientQuery } from '#web/queries/booking.ts'
import type { BookedRequest } from '#web/queries/requests.ts'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Access, Next } from './afterwards.tsx'
import { Booked } from './booked.tsx'
import { BookingForm } from './booking-form.tsx'
import { Offered } from './offered.tsx'
import type { BookingCallbacks, MadeAccount, Offer } from './use-request-booking.ts'

/**
 * The panels of a request: to book it, or what was booked, or the link to choose; then also the access of an account that this
 * page made, and what comes next.
 */
export function Stage({
  request,
  appointmentId,
  justNow,
  offer,
  made,
  page,
  ...heard
}: BookingCallbacks & {
  request: BookedRequest
  appointmentId: string | null
  /** Whether it was booked on this page, not before. */
  justNow: boolean
  offer: Offer | null
  made: MadeAccount | null
  /** The address of a request's page. */
  page: (requestId: number) => string
}) {
  if (!appointmentId && !offer) return <ToBook request={request} {...heard} />
  return (
    <div className="grid grid-cols-1 gap-4">
      {appointmentId ? (
        <Booked appointmentId={appointmentId} justNow={justNow} />
      ) : (
        offer && <Offered offer={offer} phone={request.patient_phone} />
      )}
      {made && <Access account={made} phone={request.patient_phone} />}
      <Next appointmentId={appointmentId} page={page} />
    </div>
  )
}

function ToBook({ request, ...heard }: BookingCallbacks & { request: BookedRequest }) {
  const query = useQuery(requestPatientQuery(request.id))
  return (
    <Loaded
      query={query}
      code="load_patient"
      inCard
      skeleton={
        <Card className="overflow-clip">
          <SkeletonRows rows={6} />
        </Card>
      }
    >
      {(found) => <BookingForm request={request} found={found} {...heard} />}
    </Loaded>
  )
}
