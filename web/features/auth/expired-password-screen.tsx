import type { ReactNode } from 'react'
import { ClinicContact } from './clinic-contact.tsx'
import { Gate } from './gate.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** A temporary password older than seven days: only the clinic can issue another one. */
export function ExpiredPasswordScreen({ below = <SignOutButton /> }: { below?: ReactNode }) {
  return (
    <Gate
      title="Tu contraseña temporal venció"
      description="Una contraseña temporal funciona durante siete días. Ya no puedes usarla para entrar."
      below={below}
    >
      <div className="grid gap-4">
        <p>
          Pide una contraseña nueva a tu doctor o a la clínica. Te la darán en el momento, y con ella podrás
          entrar y elegir la tuya.
        </p>
        <ClinicContact message="Hola, mi contraseña temporal del portal venció. ¿Me pueden dar una nueva?" />
      </div>
    </Gate>
  )
}
