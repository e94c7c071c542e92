import { Clock, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicToday, useClinicZone } from '#web/hooks/clock.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { StudySquare } from '#web/parts/studies/study-square.tsx'
import type { AwaitingStudy, ListedReport } from '#web/queries/report-lists.ts'
import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { fromDesktop, fromTablet, useMedia } from '#web/ui/use-media.ts'
import { waitingSince } from './waiting.ts'

/** A study that waits for its report. */
export function AwaitingRow({ study }: { study: AwaitingStudy }) {
  const { day, time } = clinicMoment(study.created_at, useClinicZone())
  const { words, isLong } = waitingSince(day, useClinicToday())
  const isWide = useMedia(fromTablet)
  // Elsewhere the chip alone says how long it waits.
  const isDesktop = useMedia(fromDesktop)
  return (
    <Row
      study={study}
      patient={{ id: study.patient_id, name: study.patient_name }}
      facts={[
        study.study_type ?? 'Estudio',
        study.doctor_name && (isWide ? `Pedido por ${study.doctor_name}` : study.doctor_name),
        isDesktop && `Desde el ${formatDay(day)}, ${time}`,
      ]}
      mark={
        <Chip tone={isLong ? 'orange' : 'grey'} Icon={Clock}>
          {words}
        </Chip>
      }
      action={<Write studyId={study.id} label="Interpretar" />}
    />
  )
}

/** One's own draft. */
export function DraftRow({ draft }: { draft: ListedReport }) {
  const { day, time } = clinicMoment(draft.updated_at, useClinicZone())
  return (
    <Row
      study={draft.study}
      patient={{ id: draft.patient_id, name: draft.patient_name }}
      facts={[draft.study?.study_type ?? 'Estudio', `Guardado el ${formatDay(day)}, ${time}`]}
      action={<Write studyId={draft.study_id} label="Seguir" />}
    />
  )
}

/** A signed or annulled report. */
export function SignedRow({ report }: { report: ListedReport }) {
  const { day, time } = clinicMoment(report.signed_at ?? report.updated_at, useClinicZone())
  const origin = useAsOrigin()
  const isDesktop = useMedia(fromDesktop)
  return (
    <Row
      study={report.study}
      patient={{ id: report.patient_id, name: report.patient_name }}
      facts={[
        report.study?.study_type ?? 'Estudio',
        ...(isDesktop
          ? [report.folio, `Firmado por ${report.signer_name}`, `${formatDay(day)}, ${time}`]
          : [
              // Together, so that all rows break alike.
              <span key="folio" className="whitespace-nowrap">
                {`${report.folio} · ${formatDay(day)}`}
              </span>,
              report.signer_name,
            ]),
      ]}
      mark={report.state === 'anulado' && <Chip tone="red">Anulado</Chip>}
      isPair
      action={
        <div className="grid grid-cols-2 gap-2 sm:flex">
          <Link to={paths.report(report.id)} state={origin} className={buttonStyle('soft', 'compact')}>
            Abrir informe
          </Link>
          <Link
            to={paths.reportOf(report.study_id)}
            state={origin}
            className={buttonStyle('secondary', 'compact')}
          >
            Ver con imágenes
          </Link>
        </div>
      }
    />
  )
}

function Write({ studyId, label }: { studyId: string; label: string }) {
  const origin = useAsOrigin()
  return (
    <Link to={paths.reportOf(studyId)} state={origin} className={buttonStyle('soft', 'compact')}>
      <PenLine aria-hidden className="size-4.5 max-sm:hidden" />
      {label}
    </Link>
  )
}

function Row({
  study,
  patient,
  facts,
  mark,
  action,
  isPair = false,
}: {
  study: PicturedStudy | null
  patient: { id: string | null; name: string | null }
  facts: ReactNode[]
  mark?: ReactNode
  action: ReactNode
  /** Two of them, which on a phone share the whole width. */
  isPair?: boolean
}) {
  const square = 'size-16 rounded-small'
  const isWide = useMedia(fromTablet)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4.5 py-3">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3.5 sm:items-center">
        {study ? <StudySquare study={study} link className={square} /> : <span className={square} />}
        <div className="min-w-0 flex-1">
          <p className="font-semibold wrap-break-word">
            <PatientName id={patient.id} name={patient.name ?? 'Sin paciente'} />
          </p>
          <p className="text-meta text-ink-3 wrap-break-word tabular-nums">
            <Dotted parts={facts} />
          </p>
          {!isWide && (mark || !isPair) && (
            <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2">
              {mark}
              {!isPair && <div className="ml-auto">{action}</div>}
            </div>
          )}
        </div>
        {isWide && mark && <p className="w-32">{mark}</p>}
      </div>
      {isWide ? action : isPair && <div className="basis-full">{action}</div>}
    </li>
  )
}
