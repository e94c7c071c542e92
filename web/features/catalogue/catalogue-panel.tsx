import { useQuery } from '@tanstack/react-query'
import { History, Pencil, Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { formatMoney, toCentavos } from '#domain/money.ts'
import type { CatalogueService } from '#web/backend/database.ts'
import { useListState } from '#web/hooks/list-state.ts'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { catalogueQuery } from '#web/queries/services.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SkeletonTable } from '#web/ui/list-skeleton.tsx'
import { tableRoom } from '#web/ui/table-room.ts'
import { ServiceDialog } from './service-dialog.tsx'
import { ServiceHistory } from './service-history.tsx'

const pageSize = 10

/** What the clinic sells and for how much: edit, add, and what it cost before (docs/product/admin.md). */
export function CataloguePanel() {
  const list = useListState()
  const query = useQuery(catalogueQuery({ page: list.page, pageSize }))
  const [edited, setEdited] = useState<CatalogueService | 'new' | null>(null)
  const [past, setPast] = useState<CatalogueService | null>(null)

  const columns: Column<CatalogueService>[] = [
    { header: 'Servicio', place: 'title', cell: ({ name }) => name },
    { header: 'Precio', place: 'end', align: 'right', cell: ({ price }) => formatMoney(toCentavos(price)) },
    {
      header: 'Estado',
      whole: true,
      cell: ({ active }) => <Chip tone={active ? 'green' : 'grey'}>{active ? 'Activo' : 'Retirado'}</Chip>,
    },
    { header: 'En la solicitud', cell: ({ requestable }) => (requestable ? 'Se puede pedir' : 'No aparece') },
    {
      header: 'Acciones',
      actions: true,
      cell: (service) => (
        <>
          <IconButton
            label={`Historial de ${service.name}`}
            icon={<History aria-hidden className="size-5" />}
            onClick={() => setPast(service)}
          />
          <IconButton
            label={`Editar ${service.name}`}
            icon={<Pencil aria-hidden className="size-5" />}
            onClick={() => setEdited(service)}
          />
        </>
      ),
    },
  ]
  return (
    <>
      <p className="mb-4 text-ink-2">
        La página pública muestra los cambios en menos de un minuto. Los recibos que ya se emitieron no
        cambian.
      </p>
      <ListPanel
        title="Catálogo de Servicios"
        className={tableRoom.medium}
        aside={
          <Button
            variant="primary"
            size="compact"
            icon={<Plus aria-hidden className="size-4.5" />}
            onClick={() => setEdited('new')}
          >
            Agregar servicio
          </Button>
        }
        query={query}
        code="load_services"
        {...{ list, pageSize }}
        noun={['servicio', 'servicios']}
        Icon={Tags}
        empty="Todavía no hay servicios."
        skeleton={<SkeletonTable columns={4} rows={pageSize} />}
      >
        {(rows) => (
          <DataTable label="Catálogo de servicios" columns={columns} rows={rows} rowKey={({ id }) => id} />
        )}
      </ListPanel>
      {edited && <ServiceDialog service={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {past && <ServiceHistory service={past} onClose={() => setPast(null)} />}
    </>
  )
}
