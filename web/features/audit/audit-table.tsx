import { formatDay } from '#domain/days.ts'
import { dotted } from '#domain/dotted.ts'
import type { AuditLine } from '#web/backend/answers.ts'
import { auditActor, auditWords, isRefusal } from '#web/copy/audit.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'

/** Lines of the trail; changed columns by their names in the database, never their content. */
export function AuditTable({ rows }: { rows: readonly AuditLine[] }) {
  const zone = useClinicZone()
  const columns: Column<AuditLine>[] = [
    {
      header: 'Qué hizo',
      place: 'title',
      cell: (line) => (
        <>
          {auditWords(line)}
          <span className="block text-meta font-normal text-ink-3">{details(line)}</span>
        </>
      ),
    },
    { header: 'Quién', term: true, cell: auditActor },
    { header: 'De quién', term: true, cell: ({ patient }) => patient ?? '—' },
    {
      header: 'Cuándo',
      whole: true,
      cell: ({ at }) => {
        const { day, time } = clinicMoment(at, zone)
        return (
          <time dateTime={at} className="whitespace-nowrap tabular-nums">{`${formatDay(day)}, ${time}`}</time>
        )
      },
    },
  ]
  return <DataTable label="Bitácora" columns={columns} rows={rows} rowKey={({ id }) => id} />
}

function details(line: AuditLine): string {
  const { id, row_id, columns, declared } = line
  return dotted([
    `Línea ${id}`,
    row_id && `fila ${row_id}`,
    columns && columns.length > 0 && !isRefusal(line) && columns.join(', '),
    declared && 'según el navegador',
  ])
}
