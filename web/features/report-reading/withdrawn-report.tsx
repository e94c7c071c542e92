import { Ban } from 'lucide-react'
import { useClinicZone } from '#web/hooks/clock.ts'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import type { WithdrawnReport } from '#web/queries/read-report.ts'
import { Card } from '#web/ui/panel.tsx'
import { momentWords } from './signed-moment.ts'
import { Watermark } from './watermark.tsx'

/** An annulled report to its patient: that it was, when and why. */
export function WithdrawnCard({ report }: { report: WithdrawnReport }) {
  return (
    <Card className="grid gap-3 p-4.5">
      <p className="flex items-center gap-3 text-card text-bad">
        <Ban aria-hidden className="size-6" />
        Informe anulado
      </p>
      <p>El informe fue anulado. La clínica te dirá qué sigue.</p>
      <Why report={report} />
    </Card>
  )
}

/** The same as it is printed. */
export function WithdrawnSheet({ report }: { report: WithdrawnReport }) {
  return (
    <div className="relative text-[10.5pt]/[1.5]">
      <Watermark word="ANULADO" />
      <Letterhead>
        <h1 className="text-card">Informe radiológico</h1>
        <p className="mt-1 font-semibold tabular-nums">{report.folio}</p>
      </Letterhead>
      <p className="mt-8 font-semibold">ANULADO</p>
      <Why report={report} />
    </div>
  )
}

function Why({ report }: { report: WithdrawnReport }) {
  const zone = useClinicZone()
  const facts: [term: string, value: string | null][] = [
    ['Folio', report.folio],
    ['Firmado el', report.signed_at && momentWords(report.signed_at, zone)],
    ['Anulado el', report.annulled_at && momentWords(report.annulled_at, zone)],
    ['Motivo', report.annul_reason],
  ]
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-ink-3">{term}</dt>
          <dd className="wrap-break-word tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
