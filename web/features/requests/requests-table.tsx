import { formatDay } from '#domain/days.ts'
import { parseRequestStatus } from '#domain/request-status.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { type BookedRequest, patientOfRequest } from '#web/queries/requests.ts'
import { cx } from '#web/ui/cx.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { RowOpener } from '#web/ui/row-opener.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { BookLink } from './book-link.tsx'
import { fromColumns, phoneColumns } from './phone-columns.tsx'
import { RequestActions } from './request-actions.tsx'
import { RequestChips } from './request-chips.tsx'
import type { RequestTableProps } from './request-list.tsx'

/** Narrower windows keep the answers of a request in a menu. */
const wide = '(min-width: 1200px)'
/** A second line in a table; narrower rows leave it to the detail. */
const second = 'hidden text-meta text-ink-3 table:block'

/** One page of requests; each opens in a dialog with everything that the visitor wrote. */
export function RequestsTable({
  rows,
  onOpen,
  ...order
}: RequestTableProps & { onOpen: (request: BookedRequest) => void }) {
  const zone = useClinicZone()
  const isWide = useMedia(wide)
  const isPhone = !useMedia(fromColumns)
  const someWait = rows.some(({ status }) => parseRequestStatus(status) === 'pendiente')
  const opener = (row: BookedRequest) => <RowOpener words="Ver detalle" onOpen={() => onOpen(row)} />
  const columns: Column<BookedRequest>[] = [
    ...(isPhone ? phoneColumns(zone, opener) : wideColumns(zone)),
    {
      header: 'Acciones',
      actions: true,
      cell: (row) =>
        isPhone ? (
          // Few rows have a menu: before the button, so that the buttons of all rows end where their chips do.
          <div className="flex items-center gap-1">
            <RequestActions request={row} shows="menu" />
            <BookLink inTable request={row} />
          </div>
        ) : (
          // Rejecting is in the detail, which is read first; three buttons fit into one line where the window is wide.
          <div className="flex flex-wrap items-center justify-end xl:gap-2 table:w-66 table:gap-2 table:shrink-0 min-[1400px]:table:w-full min-[1400px]:table:flex-nowrap min-[1400px]:table:*:first:mr-auto">
            {opener(row)}
            {isWide && <RequestActions request={row} shows="accept" />}
            <BookLink inTable request={row} />
            {/* Its place stays where others have it, so that the buttons of all rows stand below each other. */}
            {!isWide && someWait && (
              <span className="flex w-9 justify-end pointer-coarse:w-11">
                <RequestActions request={row} shows="menu" />
              </span>
            )}
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

function Received({ instant, zone }: { instant: string; zone: string }) {
  const { day, time } = clinicMoment(instant, zone)
  return (
    <>
      <span className="whitespace-nowrap tabular-nums">{formatDay(day)}</span>
      <span className={cx(second, 'whitespace-nowrap tabular-nums')}>{time}</span>
    </>
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
  {
    header: 'Estudio',
    cell: (row) => (
      <>
        {row.study_type}
        {row.tentative_date && (
          <span className={second}>
            Tentativa: <span className="whitespace-nowrap tabular-nums">{formatDay(row.tentative_date)}</span>
          </span>
        )}
      </>
    ),
  },
  {
    header: 'Recibida',
    whole: true,
    sort: 'fecha',
    cell: (row) => <Received instant={row.created_at} zone={zone} />,
  },
  {
    header: 'Estado',
    whole: true,
    place: 'end',
    cell: (row) => <RequestChips request={row} />,
  },
]
