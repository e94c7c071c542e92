import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DentistAccount } from '#web/backend/answers.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { closeDentist } from '#web/queries/dentists.ts'
import { profileKeys } from '#web/queries/profiles.ts'
import { referrerKeys } from '#web/queries/referrers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** 'Cerrar acceso', after saying what ends. */
export function CloseAccess({ account, onClose }: { account: DentistAccount; onClose: () => void }) {
  const client = useQueryClient()
  const close = useMutation({
    mutationFn: () => closeDentist(account.id),
    onSuccess: () =>
      toast({ title: 'Acceso cerrado', description: `${account.name} ya no puede entrar al portal.` }),
    onError: (failure) => toastError(failure, 'close_dentist'),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: profileKeys.all })
      return client.invalidateQueries({ queryKey: referrerKeys.all })
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`¿Cerrar el acceso de ${account.name}?`}
      description={
        <>
          Su sesión termina donde esté abierta, deja de ver imágenes y su enlace de activación deja de servir.
          No se puede deshacer.
          <span className="mt-2 block">Sus órdenes y sus referencias se conservan con su nombre.</span>
        </>
      }
      confirmLabel="Cerrar acceso"
      busyLabel="Cerrando..."
      onConfirm={() => close.mutateAsync().catch(() => {})}
    />
  )
}
