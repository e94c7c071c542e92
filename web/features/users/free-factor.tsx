import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { freeSecondFactor, type User, userKeys } from '#web/queries/admin-users.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks before the second factor of somebody who lost it is taken off the account (docs/product/accounts.md). */
export function FreeFactor({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const free = useMutation({
    mutationFn: () => freeSecondFactor(user.id),
    onSuccess: () => toast(notices.userFactorRemoved),
    onError: (error) => toastError(error, 'free_user_factor'),
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.all }),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`¿Quitar la verificación en dos pasos de ${user.full_name}?`}
      description={
        <>
          Hazlo solo si perdió su teléfono y comprobaste quién es, en persona o con una identificación
          oficial.{' '}
          <span className="mt-2 block">
            Su sesión se cierra donde esté abierta y para entrar bastará su contraseña, hasta que la active de
            nuevo desde su perfil.
          </span>
        </>
      }
      confirmLabel="Quitar verificación"
      busyLabel="Quitando..."
      onConfirm={() => free.mutateAsync().catch(() => {})}
    />
  )
}
