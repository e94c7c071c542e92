import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type LucideIcon, ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { formatTime } from '#domain/slots.ts'
import { studyAttachment } from '#domain/study.ts'
import { type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { useClinicSlot } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { useLiveStudies } from '#web/hooks/use-live-studies.ts'
import { Loaded } from '#web/parts/loaded.tsx'
import { useLiveSeen } from '#web/parts/new-mark.tsx'
import { usePicturesSoon } from '#web/parts/study-picture.tsx'
import { appointmentKeys, nextAppointmentQuery } from '#web/queries/appointments.ts'
import { invoiceKeys, invoicesQuery } from '#web/queries/invoices.ts'
import { myResultsQuery, myStudiesQuery } from '#web/queries/my-studies.ts'
import type { StudyWithPeople } from '#web/queries/studies.ts'
import { useProfile } from '#web/session/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Card } from '#web/ui/panel.tsx'
import { TileContent, tileStyle } from '#web/ui/tile.tsx'
import { EarlierResults } from './earlier-results.tsx'
import { LatestResult, LatestResultSkeleton } from './latest-result.tsx'
import { LinkQuestions } from './link-questions.tsx'
import { NextVisit } from './next-visit.tsx'

type Area = { path: string; label: string; Icon: LucideIcon }

const newest = { page: 1, pageSize: 1 }
/** The large one, and six beside each other. */
const resultsShown = 7

/**
 * The newest result, the earlier ones, and a tile for each of the patient's areas with what matters next in it, live
 * (docs/product/dashboard.md). `actions` are what else may be done with a study; they belong to other features.
 */
export function PatientHome({
  areas,
  actions,
}: {
  areas: readonly Area[]
  actions: (study: StudyWithPeople) => ReactNode
}) {
  const facts = useFacts()
  usePicturesSoon()
  return (
    <div className="grid grid-cols-1 gap-6">
      <LinkQuestions />
      <Results actions={actions} beside={<NextVisit />} />
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {areas.map(({ path, label, Icon }) => (
          <li key={path} className="grid">
            <Link to={path} className={tileStyle}>
              <TileContent icon={<Icon className="size-5" />} title={label} fact={facts[path]} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Results({
  actions,
  beside,
}: {
  actions: (study: StudyWithPeople) => ReactNode
  /** Stands beside the newest result, or below it. */
  beside: ReactNode
}) {
  const { id } = useProfile()
  const results = useQuery(myResultsQuery(id, resultsShown))
  const all = useQuery(myStudiesQuery(id, newest))
  const last = all.data?.rows[0] ?? null
  const [, ...earlier] = results.data ?? []
  return (
    <>
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-4">
        <Loaded query={results} code="load_my_studies" inCard skeleton={<LatestResultSkeleton />}>
          {([latest = last]) =>
            latest ? (
              <LatestResult
                study={latest}
                newer={
                  last && studyAttachment(last.file_url).kind !== 'file' && last !== latest ? last : null
                }
                actions={actions}
              />
            ) : all.isPending ? (
              <LatestResultSkeleton />
            ) : (
              <Card className="overflow-clip">
                <EmptyState icon={<ScanLine className="size-6" />}>
                  Todavía no tienes resultados. Aparecerán aquí en cuanto tu clínica los publique.
                </EmptyState>
              </Card>
            )
          }
        </Loaded>
        {beside}
      </div>
      {earlier.length > 0 && <EarlierResults studies={earlier} />}
    </>
  )
}

/** One sentence for each area, under its path. */
function useFacts(): Record<string, string> {
  const { id } = useProfile()
  const client = useQueryClient()
  const mine = `patient_id=eq.${id}`
  useLiveStudies(mine)
  useLiveSeen(id)
  useLive('citas', mine, () => void client.invalidateQueries({ queryKey: appointmentKeys.all }))
  useLive('invoices', mine, () => void client.invalidateQueries({ queryKey: invoiceKeys.all }))
  const studies = useQuery(myStudiesQuery(id, newest))
  const appointment = useQuery(nextAppointmentQuery(id, useClinicSlot()))
  const payments = useQuery(invoicesQuery({ as: 'patient', id }, newest))
  return {
    [paths.myStudies]: fact(studies, 'load_my_studies', ({ rows: [last] }) =>
      last ? `Último estudio: ${formatDay(last.study_date)}` : 'Todavía no tienes estudios.',
    ),
    [paths.appointments]: fact(appointment, 'load_appointments', (next) =>
      next
        ? `Próxima cita: ${formatDay(next.appointment_date)}, ${formatTime(next.appointment_time)}`
        : 'No tienes próximas citas.',
    ),
    [paths.myPayments]: fact(payments, 'load_my_payments', ({ rows: [last] }) =>
      last
        ? `Último pago: ${formatDay(last.payment_date)}, ${formatMoney(toCentavos(last.total_amount))}`
        : 'No tienes pagos registrados.',
    ),
    [paths.profile]: 'Tus datos y tu contraseña.',
  }
}

/** The text of a tile; a space of the same height while it loads. */
function fact<Data>(
  { data, error }: { data: Data | undefined; error: unknown },
  code: ErrorCode,
  say: (data: Data) => string,
): string {
  if (data !== undefined) return say(data)
  return error ? errorMessage(toAppError(error, code)).description : '\u00a0'
}
