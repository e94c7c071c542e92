import { Button } from '#web/ui/button.tsx'
import { useSignOut } from './use-sign-out.ts'

/** The way out of a screen that stands before the portal. */
export function SignOutButton() {
  const { signingOut, signOut } = useSignOut()
  async function leave() {
    await signOut()
    location.replace('/')
  }
  return (
    <Button variant="ghost" busy={signingOut} busyLabel="Cerrando..." onClick={leave}>
      Cerrar Sesión
    </Button>
  )
}
