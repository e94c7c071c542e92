import { Clock, Eye, FileText, Hourglass, Inbox, type LucideIcon, PackageCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Progress } from '#domain/study-progress.ts'
import { progressLooks } from '#web/copy/progress-words.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { Chip } from '#web/ui/chip.tsx'

const icons: Record<Progress, LucideIcon> = {
  recibido: Inbox,
  en_interpretacion: Hourglass,
  por_entregar: Clock,
  entregado: PackageCheck,
  visto: Eye,
}

/** How far a study's result is, as a word with its icon. */
function ProgressChip({ progress }: { progress: Progress }) {
  const { label, tone } = progressLooks[progress]
  return (
    <Chip tone={tone} Icon={icons[progress]}>
      {label}
    </Chip>
  )
}

/** The line of a study's progress, and the way to its report once there is one to read. */
export function StudyProgress({ study }: { study: StudyWithPeople }) {
  const origin = useAsOrigin()
  const isPatient = useProfile().role !== 'doctor'
  const head = headOf(study)
  if (!reportsOn() || (!study.progress && !head)) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {study.progress && <ProgressChip progress={study.progress} />}
      {head && (
        <Link
          to={isPatient ? paths.reportOf(study.id) : paths.report(head.report_id)}
          state={origin}
          className="touch-target -my-2.5 inline-flex items-center gap-1.5 rounded-small text-meta font-semibold text-brand-700 underline-offset-4 hover:underline"
        >
          <FileText aria-hidden className="size-4.5" />
          {linkWords(head)}
          <span className="sr-only"> de {study.study_type ?? 'estudio'}</span>
        </Link>
      )}
    </div>
  )
}

type Head = NonNullable<StudyWithPeople['report_heads']>[number]

/** The report that counts: a signed one before annulled ones. */
function headOf({ report_heads: heads = [] }: StudyWithPeople): Head | undefined {
  return heads.find(({ state }) => state === 'firmado') ?? heads[0]
}

function linkWords({ state, addenda }: Head): string {
  if (state === 'anulado') return 'Informe anulado'
  return addenda > 0 ? 'Informe con adenda' : 'Informe'
}
