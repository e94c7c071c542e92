import { LogOut } from 'lucide-react'
import { useSignOut } from '#web/features/auth/use-sign-out.ts'
import { SpinnerIcon } from '#web/ui/spinner.tsx'
import { askToLeave } from '#web/ui/unsaved.ts'
import { MenuLabel } from './menu-label.tsx'

/** 'Cerrar Sesión' at the foot of a sidebar. */
export function SignOutItem({ className, iconClassName }: { className: string; iconClassName: string }) {
  const { signingOut, signOut } = useSignOut()
  return (
    <button
      type="button"
      onClick={() => askToLeave(signOut)}
      disabled={signingOut}
      aria-busy={signingOut || undefined}
      className={className}
    >
      {signingOut ? (
        <SpinnerIcon className={iconClassName} />
      ) : (
        <LogOut aria-hidden className={iconClassName} />
      )}
      <MenuLabel>{signingOut ? 'Cerrando...' : 'Cerrar Sesión'}</MenuLabel>
    </button>
  )
}
