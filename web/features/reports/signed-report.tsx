import { useQueryClient } from '@tanstack/react-query'
import { FilePlus2, FileX2, Send } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { addendumLabels } from '#domain/report.ts'
import { textOf } from '#domain/report-changes.ts'
import type { ReportAddendum } from '#web/backend/report-rows.ts'
import { clinicMoment, useClinicZone, useNow } from '#web/hooks/clock.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { reportKeys } from '#web/queries/report-keys.ts'
import { type ReportRow, releaseReport } from '#web/queries/reports.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { useProfile } from '#web/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { toast } from '#web/ui/toast.ts'
import { AddendumDialog } from './addendum-dialog.tsx'
import { AnnulReport } from './annul-report.tsx'

/** A signed report beside its images: its findings, its addenda, and what may still become of it. */
export function SignedReport({ report, addenda }: { report: ReportRow; addenda: readonly ReportAddendum[] }) {
  const me = useProfile()
  const zone = useClinicZone()
  const origin = useAsOrigin()
  const [asked, setAsked] = useState<'addendum' | 'annul' | null>(null)
  const signed = clinicMoment(report.signed_at ?? report.updated_at, zone)
  const isMine = report.author_id === me.id
  const unsigned = addenda.find(({ signed_at, author_id }) => !signed_at && author_id === me.id) ?? null
  const parts = [
    ...report.sections.map((section) => ({ title: section.title, text: textOf(section) })),
    { title: 'Impresión', text: report.impression ?? '' },
    { title: 'Recomendaciones', text: report.recommendations ?? '' },
  ].filter(({ text }) => text !== '')
  return (
    <div className="grid content-start gap-5 overflow-y-auto p-4.5">
      <div className="grid gap-1">
        <h3 className="font-semibold tabular-nums">{report.folio}</h3>
        <p className="text-meta text-ink-2">
          {`Firmado por ${report.signer_name} el ${formatDay(signed.day)} a las ${signed.time}`}
        </p>
        <p className="text-meta text-ink-3">Un informe firmado no se modifica ni se borra.</p>
      </div>
      <Held report={report} mayRelease={isMine || me.is_admin} />
      <div className="grid grid-cols-2 gap-2 *:px-2">
        <Link to={paths.report(report.id)} state={origin} className={buttonStyle('primary')}>
          Abrir informe
        </Link>
        <Button icon={<FilePlus2 aria-hidden className="size-5" />} onClick={() => setAsked('addendum')}>
          Agregar adenda
        </Button>
        {(isMine || me.is_admin) && (
          <Button
            variant="destructive"
            className="col-span-2"
            icon={<FileX2 aria-hidden className="size-5" />}
            onClick={() => setAsked('annul')}
          >
            Anular informe
          </Button>
        )}
      </div>
      {parts.map(({ title, text }) => (
        <section key={title} aria-label={title} className="grid gap-1">
          <h3 className="text-label">{title}</h3>
          <p className="wrap-break-word whitespace-pre-line">{text}</p>
        </section>
      ))}
      {addenda
        .filter(({ signed_at }) => signed_at)
        .map((addendum) => (
          <SignedAddendum key={addendum.id} addendum={addendum} />
        ))}
      {asked === 'addendum' && (
        <AddendumDialog report={report} unsigned={unsigned} onClose={() => setAsked(null)} />
      )}
      {asked === 'annul' && <AnnulReport report={report} onClose={() => setAsked(null)} />}
    </div>
  )
}

function SignedAddendum({ addendum }: { addendum: ReportAddendum }) {
  const zone = useClinicZone()
  const { day, time } = clinicMoment(addendum.signed_at ?? '', zone)
  return (
    <section aria-label="Adenda" className="grid gap-1 rounded-field bg-sunken p-4">
      <h3 className="text-label">Adenda: {addendumLabels[addendum.kind]}</h3>
      <p className="wrap-break-word whitespace-pre-line">{addendum.text}</p>
      <p className="text-meta text-ink-3 tabular-nums">
        <Dotted parts={[addendum.signer_name, `${formatDay(day)}, ${time}`]} />
      </p>
    </section>
  )
}

/** Until when the report waits for its patient, and the way to end that. */
function Held({ report, mayRelease }: { report: ReportRow; mayRelease: boolean }) {
  const client = useQueryClient()
  const zone = useClinicZone()
  const now = useNow(30_000)
  const [busy, setBusy] = useState(false)
  if (!report.visible_from || Date.parse(report.visible_from) <= now) return null
  const { day, time } = clinicMoment(report.visible_from, zone)
  async function release(): Promise<void> {
    setBusy(true)
    try {
      await releaseReport(report.id)
      toast({ title: 'Éxito', description: 'Informe entregado.' })
      await Promise.all([
        client.invalidateQueries({ queryKey: reportKeys.all }),
        client.invalidateQueries({ queryKey: studyKeys.all }),
      ])
    } catch (failure) {
      toastError(failure, 'change_report')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid justify-items-start gap-2 rounded-field bg-pend-soft p-4">
      <p className="font-semibold text-pend">{`Se entrega el ${formatDay(day)} a las ${time}`}</p>
      {report.hold_reason && <p className="wrap-break-word">{report.hold_reason}</p>}
      {mayRelease && (
        <Button
          size="compact"
          busy={busy}
          busyLabel="Entregando..."
          icon={<Send aria-hidden className="size-4.5" />}
          onClick={() => void release()}
        >
          Entregar ahora
        </Button>
      )}
    </div>
  )
}
