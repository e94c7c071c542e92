import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SentOrder } from '#web/backend/answers.ts'
import { lines } from '#web/copy/screen-lines.ts'
import * as paths from '#web/hooks/paths.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { servicesQuery } from '#web/queries/services.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { OrderFields } from './order-fields.tsx'
import { type Ordered, SentPanel } from './sent-panel.tsx'

/** 'Nueva orden': what a dentist asks for (docs/product/referrers.md). */
export function NewOrderScreen() {
  const services = useQuery(servicesQuery())
  const [sent, setSent] = useState<Ordered | null>(null)
  const types = services.data?.filter(({ requestable }) => requestable).map(({ name }) => name)
  return (
    <div className={sent ? 'max-w-3xl' : 'max-w-3xl min-[88rem]:max-w-none'}>
      <Link to={paths.home} className={buttonStyle('link', 'compact', 'max-sm:-mt-2.5 max-sm:-mb-1 sm:mb-1')}>
        <ArrowLeft aria-hidden className="size-4.5" />
        Mis pacientes
      </Link>
      <PageHeader
        title={sent ? 'Orden enviada' : 'Nueva orden'}
        description={sent ? undefined : lines.newOrder}
      />
      {sent ? (
        <SentPanel sent={sent} onAnother={() => setSent(null)} />
      ) : types ? (
        <OrderFields types={types} onSent={(rows: SentOrder[], order) => setSent({ rows, ...order })} />
      ) : (
        <Card className="overflow-clip">
          {services.error ? (
            <FailedLoad
              error={services.error}
              code="load_services"
              lacks="No se pudo abrir el formulario."
              onRetry={services.refetch}
            />
          ) : (
            <SkeletonRows rows={6} />
          )}
        </Card>
      )}
    </div>
  )
}
