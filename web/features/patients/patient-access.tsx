import { ActivationLink } from '#web/parts/accounts/activation-link.tsx'
import type { PatientRecord } from '#web/queries/profiles.ts'
import { NewPassword } from './new-password.tsx'

/** How a patient gets into the account: the link, while no password has been chosen, and a new temporary password. */
export function PatientAccess({ patient }: { patient: PatientRecord }) {
  return (
    <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-6 gap-y-3">
      {patient.password_due && <ActivationLink person={patient} phone={patient.phone} />}
      <NewPassword patient={patient} />
    </div>
  )
}
