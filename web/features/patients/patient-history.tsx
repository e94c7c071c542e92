import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  CalendarDays,
  FileText,
  History,
  Inbox,
  type LucideIcon,
  NotebookPen,
  ReceiptText,
  ScanLine,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay, timeInZone } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import type { HistoryLine } from '#web/backend/answers.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { StudySquare } from '#web/parts/studies/study-square.tsx'
import { historyKeys, historyPageSize, patientHistoryQuery } from '#web/queries/history.ts'
import { studyPreviewsQuery } from '#web/queries/studies.ts'
import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { Chip, StatusChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/cx.ts'
import { RecordList } from './record-list.tsx'

/** A patient's history with times, including requests from their e-mail; live (docs/product/patients.md). */
export function PatientHistory({ patientId }: { patientId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(patientHistoryQuery(patientId, page))
  const studies = query.data?.rows.filter(({ kind }) => kind === 'study') ?? []
  const { data: pictures = [] } = useQuery(studyPreviewsQuery(studies.map(({ id }) => id)))
  useHistoryChanges(patientId)
  return (
    <RecordList
      title="Historial"
      query={query}
      code="load_history"
      list={{ page, setPage }}
      pageSize={historyPageSize}
      noun={['movimiento', 'movimientos']}
      Icon={History}
      empty="Todavía no ha pasado nada con este paciente."
      skeleton={5}
      row={(line) => <Line line={line} study={pictures.find(({ id }) => id === line.id)} />}
    />
  )
}

/** Everything in the history may change while it is read. */
function useHistoryChanges(patientId: string): void {
  const client = useQueryClient()
  const ask = () => void client.invalidateQueries({ queryKey: historyKeys.of(patientId) })
  const ofPatient = `patient_id=eq.${patientId}`
  useLive('citas', ofPatient, ask)
  useLive('studies', ofPatient, ask)
  useLive('report_heads', ofPatient, ask)
  useLive('medical_notes', ofPatient, ask)
  useLive('invoices', ofPatient, ask)
  // Requests name no patient, only an e-mail.
  useLive('study_requests', '', ask)
}

const looks: Record<HistoryLine['kind'], { word: string; Icon: LucideIcon }> = {
  request: { word: 'Solicitud de estudio', Icon: Inbox },
  appointment: { word: 'Cita', Icon: CalendarDays },
  study: { word: 'Estudio', Icon: ScanLine },
  report: { word: 'Informe', Icon: FileText },
  note: { word: 'Nota médica', Icon: NotebookPen },
  payment: { word: 'Pago', Icon: ReceiptText },
}

function Line({ line, study }: { line: HistoryLine; study: PicturedStudy | undefined }) {
  const { word, Icon } = looks[line.kind]
  const said = line.kind === 'study' || line.kind === 'note' ? line.detail : null
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 sm:flex sm:gap-x-3.5">
      {/* As wide as a study's picture, so that all words begin below each other. */}
      <span className="row-span-2 flex w-11 shrink-0 justify-center sm:w-12">
        {study ? (
          <StudySquare study={study} link className="size-11 rounded-thumb sm:size-12" />
        ) : (
          <span
            aria-hidden
            className={cx(
              'inline-flex size-9 items-center justify-center rounded-small bg-brand-100 text-brand-800',
              line.kind === 'study' && 'my-1 sm:my-1.5',
            )}
          >
            <Icon className="size-4.5" />
          </span>
        )}
      </span>
      <div className="contents min-w-0 flex-1 sm:block lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-center lg:gap-6">
        <p className="col-[2/4] text-meta lg:col-auto text-ink-2">
          <span className="lg:block">{word}</span>
          <span className="lg:hidden">{'\u00a0· '}</span>
          <span className="whitespace-nowrap text-ink-3 tabular-nums">
            <Moment at={line.at} />
          </span>
        </p>
        <div>
          <p className="font-semibold wrap-break-word">
            <Subject line={line} />
          </p>
          {said && (
            <p className="line-clamp-3 text-meta text-ink-2 wrap-break-word whitespace-pre-line">{said}</p>
          )}
        </div>
      </div>
      <Outcome line={line} />
    </div>
  )
}

/** Days without a time are given as midnight. */
function Moment({ at }: { at: string }) {
  const zone = useClinicZone()
  const { day, time } = clinicMoment(at, zone)
  return timeInZone(new Date(at), zone) === '00:00' ? formatDay(day) : `${formatDay(day)}, ${time}`
}

/** Where the lines lead that have a page of their own; a study's picture does. */
const pages: Partial<Record<HistoryLine['kind'], (id: string) => string>> = {
  request: paths.request,
  report: paths.report,
  payment: paths.receipt,
}

function Subject({ line: { kind, id, title } }: { line: HistoryLine }) {
  const origin = useAsOrigin()
  const page = pages[kind]
  if (!page) return title
  return (
    <Link
      to={page(id)}
      state={origin}
      className="relative text-brand-700 underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5 hover:underline"
    >
      {title}
    </Link>
  )
}

/** How it stands: a state, or an amount in pesos. */
function Outcome({ line: { kind, detail } }: { line: HistoryLine }) {
  if (kind === 'request' || kind === 'appointment') return <StatusChip of={kind} status={detail} />
  if (kind === 'report' && detail === 'anulado') return <Chip tone="red">Anulado</Chip>
  if (kind !== 'payment' || detail === null) return null
  if (detail === 'cancelada') return <Chip tone="red">CANCELADO</Chip>
  return <p className="shrink-0 font-semibold tabular-nums">{formatMoney(toCentavos(Number(detail)))}</p>
}
