import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notices } from '#web/copy/notices.ts'
import { deleteUser, type User } from '#web/data/admin-users.ts'
import { profileKeys } from '#web/data/profiles.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'

/** Asks before an account is removed, and says what became of it: closed, or erased (docs/product/accounts.md). */
export function DeleteUser({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteUser(user.id),
    onSuccess: (outcome) => toast(outcome === 'closed' ? notices.userClosed : notices.userErased),
    onError: (error) => toastError(error, 'delete_user'),
    onSettled: () => client.invalidateQueries({ queryKey: profileKeys.all }),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`¿Eliminar a ${user.full_name}?`}
      description={
        <>
          Esta acción es irreversible.{' '}
          <span className="mt-2 block">
            Si la cuenta tiene citas, estudios, notas o pagos, se cierra y sus registros se conservan; si no
            los tiene, se borra por completo.
          </span>
        </>
      }
      onConfirm={() => remove.mutateAsync().catch(() => {})}
    />
  )
}
