import { CalendarDays, Download, type LucideIcon, ReceiptText, Scan, Users } from 'lucide-react'
import { lines } from '#web/copy/admin-lines.ts'
import { type ExportKind, exportKinds } from '#web/queries/exports.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { useExport } from './use-export.ts'

const cards: Record<ExportKind, { title: string; what: string; Icon: LucideIcon }> = {
  usuarios: {
    title: 'Usuarios',
    what: 'Nombre, correo, teléfono y rol de todas las cuentas abiertas.',
    Icon: Users,
  },
  citas: {
    title: 'Citas',
    what: 'Fecha, hora y estado de todas las citas, con paciente y doctor.',
    Icon: CalendarDays,
  },
  estudios: {
    title: 'Estudios',
    what: 'Tipo, fecha y comentarios de todos los estudios, sin sus archivos.',
    Icon: Scan,
  },
  ingresos: {
    title: 'Ingresos',
    what: 'Folio, servicios y total de todos los recibos, también los anulados.',
    Icon: ReceiptText,
  },
}

/** One spreadsheet file for each kind, with every row (docs/product/admin.md). */
export function ExportCards() {
  return (
    <section aria-label="Exportar datos">
      <p className="mb-4 max-w-measure text-ink-2">{lines.exports}</p>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4">
        {exportKinds.map((kind) => (
          <ExportCard key={kind} kind={kind} />
        ))}
      </div>
    </section>
  )
}

function ExportCard({ kind }: { kind: ExportKind }) {
  const { title, what, Icon } = cards[kind]
  const { progress, begin, cancel } = useExport(kind)
  return (
    <Card className="flex flex-col gap-4 p-4.5">
      <div className="flex gap-4">
        <span
          aria-hidden
          className="inline-flex size-12 shrink-0 items-center justify-center rounded-field bg-brand-100 text-brand-800"
        >
          <Icon className="size-6" />
        </span>
        <div className="min-w-0">
          <h2 className="text-panel">{title}</h2>
          <p className="mt-1 text-meta text-ink-2">{what}</p>
        </div>
      </div>
      <div className="mt-auto flex items-center justify-between gap-3">
        {progress ? (
          <div className="min-w-0 flex-1">
            <ProgressBar label={`Exportando ${kind}`} value={progress.rows} total={progress.total} />
            <p className="mt-1.5 text-meta text-ink-2 tabular-nums">{said(progress)}</p>
          </div>
        ) : (
          <p className="min-w-0 text-meta text-ink-3 wrap-break-word">
            {kind}
            <wbr />
            _export.csv
          </p>
        )}
        {/* One button for both, so that it keeps the focus. */}
        <Button
          size="compact"
          icon={progress ? undefined : <Download aria-hidden className="size-4.5" />}
          onClick={({ detail }) => {
            if (!progress) void begin()
            // The second half of a double click was meant to start.
            else if (detail < 2) cancel()
          }}
          aria-label={progress ? `Cancelar exportación de ${kind}` : `Exportar ${kind}`}
        >
          {progress ? 'Cancelar' : 'Exportar'}
        </Button>
      </div>
    </Card>
  )
}

function said({ rows, total }: { rows: number; total: number }): string {
  if (total === 0) return 'Preparando...'
  return `${rows.toLocaleString('es-MX')} de ${total.toLocaleString('es-MX')} filas`
}
