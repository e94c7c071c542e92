import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { DoctorPatient } from '#web/data/database.ts'

/** A patient in the list; the whole card opens the record. */
export function PatientCard({ patient }: { patient: DoctorPatient }) {
  const facts = [patient.phone, patient.age === null ? null : `${patient.age} años`].filter(Boolean)
  return (
    <Link
      to={`/dashboard/patients/${patient.id}`}
      className="flex h-full min-w-0 flex-col rounded-panel border border-line bg-surface p-4.5 shadow-1 transition hover:border-brand-200 hover:shadow-2"
    >
      <span className="font-semibold wrap-anywhere">{patient.full_name}</span>
      <span className="text-meta text-ink-2 wrap-anywhere">{patient.email}</span>
      <span className="mt-1 min-h-5 text-meta text-ink-3 tabular-nums">{facts.join(' · ')}</span>
      <span className="mt-auto inline-flex items-center gap-1 pt-3 text-meta font-semibold text-brand-700">
        Ver Expediente
        <ChevronRight aria-hidden className="size-4.5" />
      </span>
    </Link>
  )
}
