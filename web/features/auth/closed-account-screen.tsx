import type { ReactNode } from 'react'
import { ClinicContact } from './clinic-contact.tsx'
import { Gate } from './gate.tsx'

/** An account that the clinic closed: the person can only ask the clinic. */
export function ClosedAccountScreen({ below }: { below: ReactNode }) {
  return (
    <Gate
      title="Esta cuenta está cerrada"
      description="Ya no se puede entrar con ella ni cambiar su contraseña."
      below={below}
    >
      <div className="grid gap-4">
        <p>Si crees que es un error, comunícate con la clínica.</p>
        <ClinicContact message="Hola, mi cuenta del portal aparece cerrada. ¿Me pueden ayudar?" />
      </div>
    </Gate>
  )
}
