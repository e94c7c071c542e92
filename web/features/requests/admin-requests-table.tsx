import { Pencil, Printer, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { useAsOrigin } from '#web/data/came-from.ts'
import { clinicMoment, useClinicZone } from '#web/data/clock.ts'
import type { StudyRequest } from '#web/data/database.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { type Column, DataTable, type DataTableProps } from '#web/ui/data-table.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AdminDeleteRequest } from './admin-delete-request.tsx'
import { AdminRequestDialog } from './admin-request-dialog.tsx'

/** One page of requests with the ways to see the sheet, to correct and to delete each. */
export function AdminRequestsTable({
  rows,
  ...order
}: Pick<DataTableProps<StudyRequest>, 'rows' | 'sort' | 'onSort'>) {
  const zone = useClinicZone()
  const origin = useAsOrigin()
  // The row as it was when its dialog was opened: what others change meanwhile must not change what one is typing.
  const [edited, setEdited] = useState<StudyRequest | null>(null)
  const [deleted, setDeleted] = useState<StudyRequest | null>(null)
  const columns: Column<StudyRequest>[] = [
    {
      header: 'Paciente',
      title: true,
      sort: 'paciente',
      cell: (row) => (
        <>
          <span className="block font-semibold">{row.patient_name}</span>
          <span className="block text-meta font-normal text-ink-3">{row.patient_email}</span>
        </>
      ),
    },
    { header: 'Estudio', cell: (row) => row.study_type },
    { header: 'Estado', cell: (row) => <StatusChip of="request" status={row.status} /> },
    {
      header: 'Creada',
      sort: 'fecha',
      cell: (row) => (
        <span className="whitespace-nowrap tabular-nums">
          {formatDay(clinicMoment(row.created_at, zone).day)}
        </span>
      ),
    },
    {
      header: 'Acciones',
      actions: true,
      cell: (row) => (
        <>
          <Link
            to={`/dashboard/request/${row.id}`}
            state={origin}
            aria-label={`Ver la solicitud de ${row.patient_name}`}
            className={buttonStyle('ghost', 'compact')}
          >
            <Printer aria-hidden className="size-4.5" />
            Ver
          </Link>
          <IconButton
            label={`Editar la solicitud de ${row.patient_name}`}
            icon={<Pencil aria-hidden className="size-5" />}
            onClick={() => setEdited(row)}
          />
          <IconButton
            tone="bad"
            label={`Eliminar la solicitud de ${row.patient_name}`}
            icon={<Trash2 aria-hidden className="size-5" />}
            onClick={() => setDeleted(row)}
          />
        </>
      ),
    },
  ]
  return (
    <>
      <DataTable
        {...order}
        label="Solicitudes de estudio"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
      {edited && <AdminRequestDialog request={edited} onClose={() => setEdited(null)} />}
      {deleted && <AdminDeleteRequest request={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}
