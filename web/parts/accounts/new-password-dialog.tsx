import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Profile } from '#web/backend/database.ts'
import { issuePassword } from '#web/backend/functions.ts'
import { notices } from '#web/copy/notices.ts'
import * as paths from '#web/hooks/paths.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '../feedback/toast-error.ts'

/**
 * Asks before a new temporary password takes the place of the one that an account has; leads to where it is shown. Whether
 * it is still possible only the server knows; its refusal is shown in its words (docs/product/accounts.md).
 */
export function NewPasswordDialog({
  person,
  open,
  onOpenChange,
}: {
  person: Pick<Profile, 'id' | 'full_name'>
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const navigate = useNavigate()
  const issue = useMutation({
    mutationFn: () => issuePassword(person.id),
    onSuccess: ({ email, fullName, tempPassword }) => {
      addCredential({ id: person.id, email, fullName, tempPassword, timestamp: Date.now() })
      toast(notices.passwordIssued)
      return navigate(paths.credentials)
    },
    onError: (error) => toastError(error, 'issue_password'),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`¿Generar una contraseña temporal nueva para ${person.full_name}?`}
      description="La que tiene deja de servir y su sesión se cierra donde esté abierta. La nueva se muestra en Credenciales durante una hora."
      confirmLabel="Generar contraseña"
      busyLabel="Generando..."
      onConfirm={() => issue.mutateAsync().catch(() => {})}
    />
  )
}
