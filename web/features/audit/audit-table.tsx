import { formatDay } from '#domain/days.ts'
import type { AuditLine } from '#web/backend/answers.ts'
import { auditActor, auditNotes, auditWords } from '#web/copy/audit.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dotted } from '#web/ui/dotted.tsx'

/** Lines of the trail; changed columns by their names in the database, never their content. What only a search needs is folded. */
export function AuditTable({ rows }: { rows: readonly AuditLine[] }) {
  const zone = useClinicZone()
  const columns: Column<AuditLine>[] = [
    {
      header: 'Qué hizo',
      place: 'title',
      cell: (line) => (
        <>
          {auditWords(line)}
          <Notes line={line} />
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

function Notes({ line }: { line: AuditLine }) {
  const { words, ids } = auditNotes(line)
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-meta font-normal text-ink-3">
      <p>
        <Dotted parts={[`Línea ${line.id}`, ...words]} />
      </p>
      {ids.length > 0 && (
        <details className="min-w-0 open:basis-full">
          <summary className="touch-words inline-flex cursor-pointer items-center underline-offset-4 hover:underline pointer-coarse:min-h-11">
            Detalle
          </summary>
          <p className="wrap-anywhere">
            <Dotted parts={ids} />
          </p>
        </details>
      )}
    </div>
  )
}
