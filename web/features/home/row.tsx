import type { ReactNode } from 'react'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { cx } from '#web/ui/cx.ts'

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
    <div className="flex min-h-16 flex-wrap items-center justify-end gap-x-4 gap-y-2 px-(--inset) py-3">
      <div className={cx('flex min-w-0 flex-1 items-center gap-3', tile ? 'basis-64' : 'basis-48')}>
        {tile}
        <div className="min-w-0">
          <p className="font-semibold wrap-break-word">
            <PatientName id={patientId} name={name} />
          </p>
          <p className="text-meta text-ink-3 wrap-break-word">{about}</p>
        </div>
      </div>
      {action}
    </div>
  )
}
