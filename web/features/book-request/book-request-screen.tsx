import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Inbox } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { parseRequestNumber, requestNumber } from '#domain/request-number.ts'
import { parseRequestStatus } from '#domain/request-status.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { Loaded } from '#web/parts/loaded.tsx'
import { RequestFacts } from '#web/parts/request-facts.tsx'
import { requestPatientQuery } from '#web/queries/booking.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { appointmentOf, type BookedRequest, requestQuery } from '#web/queries/requests.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { Heard, MadeAccount, Offer } from './use-request-booking.ts'

// What follows depends on the request, and is read meanwhile.
const bookingForm = loadLater(async () => (await import('./booking-form.tsx')).BookingForm)
const done = loadLater(async () => (await import('./done.tsx')).Done)

const followed = ['study_requests', 'citas'] as const

/** 'Agendar cita': a request becomes an appointment on one page (docs/product/requests.md). */
export function BookRequestScreen() {
  const { requestId = '', area } = useParams()
  const id = parseRequestNumber(requestId)
  const addresses = area
    ? {
        list: `/${area}/${adminPaths.requests}`,
        page: (one: number) => `/${area}/${adminPaths.bookRequest(one)}`,
      }
    : { list: paths.requests, page: paths.bookRequest }
  const { data, error, refetch } = useQuery({ ...requestQuery(id ?? 0), enabled: id !== null })
  const client = useQueryClient()
  useLive(followed, '', () => void client.invalidateQueries({ queryKey: requestKeys.all }))

  if (data) return <Opened key={data.id} request={data} addresses={addresses} />
  return (
    <>
      <Header title="Agendar cita" list={addresses.list} />
      <Card className="overflow-clip">
        {id === null || data === null ? (
          <EmptyState icon={<Inbox className="size-6" />}>No se pudo encontrar la solicitud.</EmptyState>
        ) : error ? (
          <FailedLoad error={error} code="load_request" onRetry={refetch} />
        ) : (
          <SkeletonRows rows={6} />
        )}
      </Card>
    </>
  )
}

type Addresses = { list: string; page: (requestId: number) => string }

function Opened({ request, addresses }: { request: BookedRequest; addresses: Addresses }) {
  const [made, setMade] = useState<MadeAccount | null>(null)
  const [offer, setOffer] = useState<Offer | null>(null)
  const [booked, setBooked] = useState<string | null>(null)
  const appointmentId = booked ?? appointmentOf(request)?.id ?? null
  const title = appointmentId ? 'Cita agendada' : offer ? 'Enlace preparado' : 'Agendar cita'
  const top = useFocusOnChange(title)
  return (
    <div ref={top}>
      <Header title={title} list={addresses.list} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel title={`Solicitud ${requestNumber(request.id)}`} className="min-w-0 lg:col-start-2">
          <div className="p-4.5">
            <p className="mb-4 text-panel wrap-break-word">{request.patient_name}</p>
            <RequestFacts request={request} />
          </div>
        </Panel>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          {appointmentId || offer ? (
            <Suspense fallback={waiting}>
              <done.Later
                request={request}
                appointmentId={appointmentId}
                offer={offer}
                made={made}
                page={addresses.page}
              />
            </Suspense>
          ) : parseRequestStatus(request.status) === 'rechazada' ? (
            <Card className="overflow-clip">
              <EmptyState icon={<Inbox className="size-6" />}>Esta solicitud fue rechazada.</EmptyState>
            </Card>
          ) : (
            <ToBook request={request} onMade={setMade} onBooked={setBooked} onOffered={setOffer} />
          )}
        </div>
      </div>
    </div>
  )
}

function ToBook({ request, ...heard }: Heard & { request: BookedRequest }) {
  const query = useQuery(requestPatientQuery(request.id))
  return (
    <Loaded query={query} code="load_patient" inCard skeleton={waiting}>
      {(found) => (
        <Suspense fallback={waiting}>
          <bookingForm.Later request={request} found={found} {...heard} />
        </Suspense>
      )}
    </Loaded>
  )
}

const waiting = (
  <Card className="overflow-clip">
    <SkeletonRows rows={6} />
  </Card>
)

/** The focus goes to the heading when it says something new. */
function useFocusOnChange(title: string) {
  const top = useRef<HTMLDivElement>(null)
  const said = useRef(title)
  useEffect(() => {
    if (said.current === title) return
    said.current = title
    top.current?.querySelector('h1')?.focus()
    scrollTo(0, 0)
  }, [title])
  return top
}

function Header({ title, list }: { title: string; list: string }) {
  const from = useCameFrom()
  return (
    <>
      <Link to={from ?? list} className={buttonStyle('link', 'compact', 'mb-1')}>
        <ArrowLeft aria-hidden className="size-4.5" />
        Volver
      </Link>
      <PageHeader title={title} />
    </>
  )
}
