import type { ReactNode } from 'react'
import { addendaNote } from '#web/copy/report-words.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import type { ReadReport } from '#web/queries/read-report.ts'
import { Addenda } from './addenda.tsx'
import { KeyImages } from './key-images.tsx'
import { Findings, StudyItems } from './sheet-findings.tsx'
import { Heading, Part, Prose } from './sheet-parts.tsx'
import { SignatureBlock } from './signature-block.tsx'
import { momentWords } from './signed-moment.ts'
import { Watermark } from './watermark.tsx'

/** A report as it is printed; its words are fixed (docs/product/report-reading.md). */
export function ReportSheet({ report }: { report: ReadReport }) {
  const zone = useClinicZone()
  const { signature, addenda } = report
  const last = addenda.at(-1)
  return (
    <div className="relative text-[10.5pt]/[1.5]">
      {report.state === 'borrador' && <Watermark word="BORRADOR" />}
      {report.state === 'anulado' && <Watermark word="ANULADO" />}
      <Letterhead>
        <h1 className="text-card">Informe radiológico</h1>
        <p className="mt-1 font-semibold tabular-nums">{report.folio ?? 'Sin folio'}</p>
        {signature && <p className="tabular-nums">{momentWords(signature.signed_at, zone)}</p>}
      </Letterhead>

      {report.state === 'borrador' && (
        <Notice>
          <b>BORRADOR.</b> Este informe no está firmado.
        </Notice>
      )}
      {report.annulled_at && (
        <Notice>
          <b>ANULADO</b> el {momentWords(report.annulled_at, zone)}{' '}
          <span className="font-semibold">Motivo:</span> {report.annul_reason}
        </Notice>
      )}
      {last && (
        <p className="mt-6 rounded-tag border border-ink px-4 py-2 font-semibold">
          {addendaNote(addenda.length, clinicMoment(last.signed_at, zone).day)}
        </p>
      )}

      <StudyItems report={report} />
      <Findings report={report} />
      <KeyImages images={report.images} />

      <section className="mt-5 rounded-tag border-2 border-ink px-4 py-3">
        <Heading>Impresión</Heading>
        <Prose>{report.impression}</Prose>
      </section>
      <Part title="Recomendaciones">{report.recommendations}</Part>
      <Part title="Comunicación de hallazgos urgentes">{report.communication}</Part>
      <Part title="En pocas palabras">{report.patient_summary}</Part>

      {signature && <SignatureBlock report={report} signature={signature} />}
      <Addenda addenda={addenda} />
    </div>
  )
}

function Notice({ children }: { children: ReactNode }) {
  return <p className="mt-6 rounded-tag border border-bad px-4 py-3 wrap-break-word">{children}</p>
}
