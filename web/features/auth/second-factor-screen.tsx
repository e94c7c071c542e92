import { notices } from '#web/copy/notices.ts'
import { toast } from '#web/ui/toast.ts'
import { Gate } from './gate.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** After the password: the code of the authenticator app. The guard opens the rest afterwards. */
export function SecondFactorScreen() {
  return (
    <Gate
      title="Verificación en dos pasos"
      description="Abre tu aplicación de verificación y escribe el código que muestra para esta cuenta."
      below={<SignOutButton />}
    >
      <SecondFactorForm onPassed={() => toast(notices.signedIn)} />
    </Gate>
  )
}
