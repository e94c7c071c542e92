import type { ReactNode } from 'react'
import { PatientName } from './patient-name.tsx'

/** A person, what it is about, and what can be done. */
export function Row({
  tile,
  name,
  patientId,
  about,
  action,
}: {
  tile?: ReactNode
  name: string
  /** Whose record the name leads to. */
  patientId?: string
  about: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="flex min-h-16 items-center justify-between gap-4 px-(--inset) py-3">
      <div className="flex min-w-0 items-center gap-3">
        {tile}
        <div className="min-w-0">
          <PatientName id={patientId} name={name} />
          <p className="text-meta text-ink-3 wrap-anywhere">{about}</p>
        </div>
      </div>
      {action}
    </div>
  )
}
