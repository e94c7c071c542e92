import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Inbox } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { regionParts } from '#domain/odontogram.ts'
import { parseRequestNumber, requestNumber } from '#domain/request-number.ts'
import { parseRequestStatus } from '#domain/request-status.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useCode } from '#web/hooks/use-code.ts'
import { useLiveTables } from '#web/hooks/use-live-tables.ts'
import { RequestFacts } from '#web/parts/appointments/request-facts.tsx'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { UrgentChip } from '#web/parts/orders/urgent-chip.tsx'
import { orderOfRequestQuery } from '#web/queries/clinic-orders.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { appointmentOf, type BookedRequest, requestQuery } from '#web/queries/requests.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Folded } from '#web/ui/folded.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import type { MadeAccount, Offer } from './use-request-booking.ts'

// The fields and pickers are heavier than a first screen may be.
const stage = loadLater(async () => (await import('./stage.tsx')).Stage)

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
  useCode(stage.preload)
  const { data, error, refetch } = useQuery({ ...requestQuery(id ?? 0), enabled: id !== null })
  const client = useQueryClient()
  useLiveTables(followed, '', () => void client.invalidateQueries({ queryKey: requestKeys.all }))

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
  const [sent, setSent] = useState<string | null>(null)
  const [booked, setBooked] = useState<string | null>(null)
  const appointmentId = booked ?? appointmentOf(request)?.id ?? null
  const refused = appointmentId ? null : whyNot(request)
  const title = appointmentId ? 'Cita agendada' : offer ? 'Enlace preparado' : 'Agendar cita'
  const top = useFocusOnChange(title)
  const isDone = appointmentId !== null || offer !== null
  const facts = <Facts request={request} />
  return (
    <div ref={top}>
      <Header title={title} list={addresses.list} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* On a phone it stands above what it is needed for, and below what was done. */}
        {!isDone && facts}
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          {refused ? (
            <Card className="overflow-clip">
              <EmptyState icon={<Inbox className="size-6" />}>{refused}</EmptyState>
            </Card>
          ) : (
            <Suspense
              fallback={
                <Card className="overflow-clip">
                  <SkeletonRows rows={6} />
                </Card>
              }
            >
              <stage.Later
                request={request}
                appointmentId={appointmentId}
                justNow={appointmentId === sent}
                offer={offer}
                made={made}
                page={addresses.page}
                onMade={setMade}
                onBooking={setSent}
                onBooked={setBooked}
                onOffered={setOffer}
              />
            </Suspense>
          )}
        </div>
        {isDone && facts}
      </div>
    </div>
  )
}

/** What was asked for, beside what is done with it; above or below it only what one books by, and the rest folded. */
function Facts({ request }: { request: BookedRequest }) {
  const isBeside = useMedia('(min-width: 68.75rem)')
  const { id, patient_name: name, study_type: study, tentative_date: day } = request
  const { data: order } = useQuery(orderOfRequestQuery(id))
  const all = <RequestFacts request={request} />
  if (isBeside) {
    return (
      <Panel title={`Solicitud ${requestNumber(id)}`} className="min-w-0 lg:col-start-2 lg:row-start-1">
        <div className="p-4.5">
          <p className="mb-4 text-panel wrap-break-word">{name}</p>
          {all}
        </div>
      </Panel>
    )
  }
  return (
    <section
      aria-label={`Solicitud ${requestNumber(id)}`}
      className="min-w-0 overflow-clip rounded-panel border border-line bg-surface shadow-1 [--inset:--spacing(4.5)]"
    >
      <Folded
        words={
          <>
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <b className="font-semibold text-ink">{name}</b>
              {order?.urgent && <UrgentChip />}
            </span>{' '}
            <Dotted
              parts={[
                study,
                ...(order
                  ? [`Orden de ${order.dentist}`, ...regionParts(order)]
                  : [`Fecha tentativa: ${day ? formatDay(day) : 'Por definir'}`]),
              ]}
            />
          </>
        }
        does="Más datos"
      >
        <div className="px-(--inset) py-3.5">{all}</div>
      </Folded>
    </section>
  )
}

function whyNot({ status, has_appointment }: BookedRequest): string | null {
  if (parseRequestStatus(status) === 'rechazada') return 'Esta solicitud fue rechazada.'
  return has_appointment ? 'Esta solicitud ya tiene una cita con otro doctor.' : null
}

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
