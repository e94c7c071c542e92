import { type ReactNode, useState } from 'react'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { NewPatientDialog } from './new-patient-dialog.tsx'

/**
 * 'Paciente nuevo' beside a form: `ask` opens it with what was typed, `onMade` hears whom it made. Draw `dialog` outside of the
 * form, which would hear it being sent.
 */
export function usePatientAside(onMade: (patient: DoctorPatient) => void): {
  ask: (typed: string) => void
  dialog: ReactNode
} {
  const [typed, setTyped] = useState<string | null>(null)
  return {
    ask: setTyped,
    dialog: typed !== null && (
      <NewPatientDialog typed={typed} onMade={onMade} onClose={() => setTyped(null)} />
    ),
  }
}
