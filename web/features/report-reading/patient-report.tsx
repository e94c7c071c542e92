import { ChevronDown, FileText, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { addendaNote, addendumKinds } from '#web/copy/report-words.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import type { ReadReport } from '#web/queries/read-report.ts'
import { Card } from '#web/ui/panel.tsx'
import { LargeImages } from './large-images.tsx'
import { Findings, StudyItems } from './sheet-findings.tsx'
import { SignerLines } from './signature-block.tsx'

/** What a patient, or who has a link, reads of a released report, the plain and the important first; `more` stands below it. */
export function PatientReport({ report, more }: { report: ReadReport; more: ReactNode }) {
  const zone = useClinicZone()
  const { signature, addenda, images } = report
  const last = addenda.at(-1)
  return (
    <div className="grid gap-4">
      {last && (
        <p className="flex items-start gap-2.5 rounded-panel border border-line bg-info-soft px-4.5 py-3 font-semibold text-info">
          <Info aria-hidden className="mt-0.5 size-4.5 shrink-0" />
          {addendaNote(addenda.length, clinicMoment(last.signed_at, zone).day)}
        </p>
      )}
      <Part title="En pocas palabras">{report.patient_summary}</Part>
      <Part title="Impresión">{report.impression}</Part>
      {images.length > 0 && (
        <Titled title="Imágenes clave">
          <LargeImages images={images} />
        </Titled>
      )}
      <Card className="overflow-clip">
        <details className="group">
          <summary className="flex min-h-13 list-none items-center gap-3 px-4.5 py-3 text-panel">
            <FileText aria-hidden className="size-5 text-ink-3" />
            Informe completo
            <ChevronDown aria-hidden className="ml-auto size-5 text-ink-3 transition group-open:rotate-180" />
          </summary>
          <div className="border-t border-line px-4.5 pb-4.5 [&>dl]:mt-0 [&>dl]:border-t-0">
            <StudyItems report={report} />
            <Findings report={report} />
          </div>
        </details>
      </Card>
      <Part title="Recomendaciones">{report.recommendations}</Part>
      {signature && (
        <Titled title="Quién firmó">
          <SignerLines signature={signature} />
        </Titled>
      )}
      {addenda.map((addendum) => (
        <Titled key={addendum.id} title={addendumKinds[addendum.kind]}>
          <p className="mb-3 wrap-break-word whitespace-pre-line">{addendum.text}</p>
          <SignerLines signature={addendum} />
        </Titled>
      ))}
      {more}
    </div>
  )
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-4.5">
      <section>
        <h2 className="mb-2 text-panel">{title}</h2>
        {children}
      </section>
    </Card>
  )
}

function Part({ title, children }: { title: string; children: string }) {
  if (children.trim() === '') return null
  return (
    <Titled title={title}>
      <p className="wrap-break-word whitespace-pre-line">{children}</p>
    </Titled>
  )
}
