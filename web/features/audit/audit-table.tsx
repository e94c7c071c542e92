import { ChevronDown } from 'lucide-react'
import { formatDay } from '#domain/days.ts'
import type { AuditLine } from '#web/backend/answers.ts'
import { auditActor, auditNotes, auditWords } from '#web/copy/audit.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { fromTablet, useMedia } from '#web/ui/use-media.ts'

/** Lines of the trail; changed columns by their names in the database, never their content. What only a search needs is folded. */
export function AuditTable({ rows }: { rows: readonly AuditLine[] }) {
  const zone = useClinicZone()
  const isPhone = !useMedia(fromTablet)
  const columns: Column<AuditLine>[] = [
    {
      header: 'Qué hizo',
      place: 'title',
      cell: (line) => (
        <>
          {auditWords(line)}
          {!isPhone && (
            <div className="text-meta font-normal text-ink-3">
              <Dotted parts={[...auditNotes(line).words, <LineNumber key="line" line={line} />]} />
            </div>
          )}
        </>
      ),
    },
    {
      header: 'Quién',
      cell: (line) =>
        isPhone ? (
          <Dotted
            parts={[auditActor(line), line.patient && `De quién: ${line.patient}`, ...auditNotes(line).words]}
          />
        ) : (
          auditActor(line)
        ),
    },
    {
      header: 'Cuándo',
      whole: true,
      cell: (line) => {
        const { day, time } = clinicMoment(line.at, zone)
        const when = (
          <time
            key="when"
            dateTime={line.at}
            className="whitespace-nowrap tabular-nums"
          >{`${formatDay(day)}, ${time}`}</time>
        )
        return isPhone ? <Dotted parts={[when, <LineNumber key="line" line={line} />]} /> : when
      },
    },
  ]
  if (!isPhone) columns.push({ header: 'De quién', term: true, cell: ({ patient }) => patient })
  return <DataTable label="Bitácora" columns={columns} rows={rows} rowKey={({ id }) => id} />
}

function LineNumber({ line }: { line: AuditLine }) {
  const { ids } = auditNotes(line)
  if (ids.length === 0) return `Línea ${line.id}`
  return (
    <details className="group">
      <summary className="relative inline-flex cursor-pointer items-center gap-0.5 underline-offset-4 after:absolute after:-inset-x-1 after:-inset-y-3 hover:underline">
        Línea {line.id}
        <span className="sr-only">: detalle</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 transition group-open:rotate-180" />
      </summary>
      <p className="wrap-anywhere">
        <Dotted parts={ids} />
      </p>
    </details>
  )
}
