import { ChevronDown } from 'lucide-react'
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
    { header: 'Quién', cell: auditActor },
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
    { header: 'De quién', term: true, cell: ({ patient }) => patient ?? '—' },
  ]
  return <DataTable label="Bitácora" columns={columns} rows={rows} rowKey={({ id }) => id} />
}

function Notes({ line }: { line: AuditLine }) {
  const { words, ids } = auditNotes(line)
  return (
    <div className="text-meta font-normal text-ink-3">
      <Dotted
        parts={[
          ...words,
          ids.length === 0 ? (
            `Línea ${line.id}`
          ) : (
            <details key="detail" className="group">
              <summary className="relative inline-flex cursor-pointer items-center gap-0.5 underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-3 hover:underline">
                Línea {line.id}
                <span className="sr-only">: detalle</span>
                <ChevronDown aria-hidden className="size-4 shrink-0 transition group-open:rotate-180" />
              </summary>
              <p className="wrap-anywhere">
                <Dotted parts={ids} />
              </p>
            </details>
          ),
        ]}
      />
    </div>
  )
}
