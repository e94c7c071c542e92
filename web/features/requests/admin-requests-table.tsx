import { useParams } from 'react-router'
import { formatDay } from '#domain/days.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { type BookedRequest, patientOfRequest } from '#web/queries/requests.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { MoreActions } from '#web/ui/more-actions.tsx'
import { RowOpener } from '#web/ui/row-opener.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { BookLink, isBookable } from './book-link.tsx'
import { fromColumns, phoneColumns } from './phone-columns.tsx'
import { RequestChips } from './request-chips.tsx'
import type { RequestTableProps } from './request-list.tsx'

/** One page of requests with the ways to see the sheet, to correct and to delete each. */
export function AdminRequestsTable({
  rows,
  onEdit,
  onDelete,
  ...order
}: RequestTableProps & {
  onEdit: (request: BookedRequest) => void
  onDelete: (request: BookedRequest) => void
}) {
  const zone = useClinicZone()
  const origin = useAsOrigin()
  const { area = '' } = useParams()
  const pageOf = (id: number) => `/${area}/${adminPaths.bookRequest(id)}`
  const isPhone = !useMedia(fromColumns)
  const opener = (row: BookedRequest) => (
    <RowOpener
      words="Ver detalle"
      of={`de la solicitud de ${row.patient_name}`}
      to={paths.request(row.id)}
      state={origin}
    />
  )
  const more = (row: BookedRequest) => (
    <MoreActions
      of={row.patient_name}
      actions={[
        { label: 'Editar', onPick: () => onEdit(row) },
        { label: 'Eliminar', tone: 'bad', onPick: () => onDelete(row) },
      ]}
    />
  )
  // Where there is nothing to book no line is kept for the menu.
  const ways = (row: BookedRequest) => (
    <>
      {!isBookable(row) && <span className="-my-3 ml-auto">{more(row)}</span>}
      {opener(row)}
    </>
  )
  const columns: Column<BookedRequest>[] = [
    ...(isPhone ? phoneColumns(zone, ways) : wideColumns(zone)),
    {
      header: 'Acciones',
      actions: true,
      cell: (row) =>
        isPhone ? (
          isBookable(row) && (
            <div className="flex items-center gap-1">
              {more(row)}
              <BookLink inTable bare request={row} to={pageOf(row.id)} />
            </div>
          )
        ) : (
          <div className="flex items-center justify-end gap-1 table:w-full table:gap-2 table:*:first:mr-auto">
            {opener(row)}
            <BookLink inTable bare request={row} to={pageOf(row.id)} />
            {more(row)}
          </div>
        ),
    },
  ]
  return (
    <DataTable
      {...order}
      label="Solicitudes de estudio"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}

const wideColumns = (zone: string): Column<BookedRequest>[] => [
  {
    header: 'Paciente',
    place: 'title',
    sort: 'paciente',
    cell: (row) => <PatientName id={patientOfRequest(row)} name={row.patient_name} />,
    second: (row) => row.patient_email && <EmailText>{row.patient_email}</EmailText>,
  },
  { header: 'Estudio', cell: (row) => row.study_type },
  {
    header: 'Estado',
    whole: true,
    place: 'end',
    cell: (row) => <RequestChips request={row} />,
  },
  {
    header: 'Recibida',
    whole: true,
    sort: 'fecha',
    cell: (row) => (
      <span className="whitespace-nowrap tabular-nums">
        {formatDay(clinicMoment(row.created_at, zone).day)}
      </span>
    ),
  },
]
