import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import type { PastService } from '#web/backend/answers.ts'
import type { Service } from '#web/backend/database.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { PagedList } from '#web/parts/lists/list.tsx'
import { serviceHistoryPageSize, serviceHistoryQuery } from '#web/queries/services.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** What a service was called and cost and how to prepare for it, since when, and who decided it; newest first. */
export function ServiceHistory({ service, onClose }: { service: Service; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const query = useQuery(serviceHistoryQuery(service.id, page))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Historial del Servicio"
      description={service.name}
    >
      <PagedList
        query={query}
        code="load_service_history"
        list={{ page, setPage }}
        pageSize={serviceHistoryPageSize}
        noun={['cambio', 'cambios']}
        Icon={History}
        empty="No hay cambios anotados."
        skeleton={<SkeletonRows rows={3} />}
      >
        {(rows) => (
          <ol className="divide-y divide-line">
            {rows.map((row) => (
              <Line key={row.id} row={row} />
            ))}
          </ol>
        )}
      </PagedList>
    </Dialog>
  )
}

function Line({ row: { at, who, name, price, active, requestable, preparation } }: { row: PastService }) {
  const zone = useClinicZone()
  const { day, time } = clinicMoment(at, zone)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 py-3 first:pt-0">
      <div className="min-w-0">
        <p className="font-semibold wrap-break-word">{name}</p>
        <p className="text-meta text-ink-3">
          <Dotted parts={[active ? 'Activo' : 'Retirado', requestable && 'Se puede pedir']} />
        </p>
      </div>
      <p className="font-semibold tabular-nums">{formatMoney(toCentavos(price))}</p>
      <div className="col-span-full text-meta text-ink-3">
        <Dotted
          parts={[
            <time key="at" dateTime={at} className="whitespace-nowrap tabular-nums">
              {`${formatDay(day)}, ${time}`}
            </time>,
            who ?? 'Instalación',
          ]}
        />
      </div>
      {preparation && (
        <p className="col-span-full text-meta wrap-break-word whitespace-pre-line text-ink-2">
          {preparation}
        </p>
      )}
    </li>
  )
}
