import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useMedia } from '#web/hooks/use-media.ts'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { type BookedRequest, patientOfRequest } from '#web/queries/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { BookLink } from './book-link.tsx'
import { RequestActions } from './request-actions.tsx'
import { type RequestTableProps, wide } from './request-list.tsx'

/** A line of its own; in a wide card both lines of a value stand beside each other. */
const line = 'block card:inline card:mr-1 table:mr-0 table:block'

/** One page of requests; each opens in a dialog with everything that the visitor wrote. */
export function RequestsTable({
  rows,
  onOpen,
  ...order
}: RequestTableProps & { onOpen: (request: BookedRequest) => void }) {
  const zone = useClinicZone()
  const isWide = useMedia(wide)
  const columns: Column<BookedRequest>[] = [
    {
      header: 'Paciente',
      title: true,
      sort: 'paciente',
      cell: (row) => (
        <>
          <span className="block font-semibold">
            <PatientName id={patientOfRequest(row)} name={row.patient_name} />
          </span>
          <span className="block text-meta font-normal text-ink-3">
            <EmailText>{row.patient_email}</EmailText>
          </span>
        </>
      ),
    },
    {
      header: 'Estudio',
      cell: (row) => (
        <>
          <span className={line}>{row.study_type}</span>{' '}
          {row.tentative_date && (
            <span className={cx(line, 'text-meta text-ink-3')}>
              Tentativa:{' '}
              <span className="whitespace-nowrap tabular-nums">{formatDay(row.tentative_date)}</span>
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
      status: 'title',
      cell: (row) => <StatusChip of="request" status={row.status} />,
    },
    {
      header: 'Acciones',
      actions: true,
      cell: (row) => (
        // Rejecting is in the detail, which is read first; three buttons fit into one line where the window is wide.
        <div className="flex flex-wrap items-center justify-end gap-2 table:w-66 table:shrink-0 min-[1400px]:table:w-auto min-[1400px]:table:flex-nowrap">
          <Button size="compact" variant="ghost" className="last:-mr-3.5" onClick={() => onOpen(row)}>
            Ver detalle
          </Button>
          <RequestActions request={row} shows={isWide ? 'accept' : 'menu'} />
          <BookLink request={row} />
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
      <span className={cx(line, 'whitespace-nowrap tabular-nums')}>{formatDay(day)}</span>{' '}
      <span className={cx(line, 'text-meta whitespace-nowrap text-ink-3 tabular-nums')}>{time}</span>
    </>
  )
}
