import { Gate } from './gate.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/** All that an account with a temporary password may do: choose its own. Then the guard opens the rest. */
export function NewPasswordScreen() {
  return (
    <Gate
      title="Elige una nueva contraseña"
      description="Entraste con una contraseña temporal. Antes de continuar, elige una que solo tú conozcas."
      below={<SignOutButton />}
    >
      <NewPasswordForm />
    </Gate>
  )
}
