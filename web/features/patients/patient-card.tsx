import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { phoneText } from '#domain/phone.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A patient in the list; the whole card opens the record. */
export function PatientCard({
  patient,
  visits = [],
}: {
  patient: DoctorPatient
  /** Null while they are read: their line is kept then. */
  visits?: readonly string[] | null
}) {
  const origin = useAsOrigin()
  const facts = [
    patient.phone && phoneText(patient.phone),
    patient.age === null ? null : `${patient.age} años`,
  ]
  return (
    <Link
      to={paths.patient(patient.id)}
      state={origin}
      className="relative flex h-full min-w-0 flex-col rounded-panel border border-line bg-surface p-4.5 shadow-1 transition hover:border-brand-200 hover:shadow-2"
    >
      <span className="font-semibold wrap-break-word max-sm:pr-6">{patient.full_name}</span>
      <span className="text-meta text-ink-2 wrap-break-word">
        <EmailText>{patient.email}</EmailText>
      </span>
      <span className="mt-1 text-meta sm:min-h-5 max-sm:has-[>:empty]:hidden text-ink-3 tabular-nums">
        <Dotted parts={facts} />
      </span>
      <span className="mt-1 text-meta sm:min-h-5 max-sm:has-[>:empty]:hidden text-ink-2 tabular-nums">
        {visits ? <Dotted parts={visits} /> : <Skeleton className="my-0.5 h-4 w-3/5" />}
      </span>
      {/* A phone has the chevron alone, as rows have. */}
      <span className="mt-auto inline-flex items-center gap-1 pt-3 text-meta font-semibold text-brand-700 max-sm:absolute max-sm:top-5 max-sm:right-3.5 max-sm:pt-0 max-sm:text-ink-3">
        <span className="max-sm:sr-only">Ver Expediente</span>
        <ChevronRight aria-hidden className="size-4.5" />
      </span>
    </Link>
  )
}
