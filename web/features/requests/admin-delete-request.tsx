import { useMutation, useQueryClient } from '@tanstack/react-query'
import { requestNumber } from '#domain/request-number.ts'
import type { StudyRequest } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { deleteRequest } from '#web/queries/admin-requests.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks before a request is deleted for good. */
export function AdminDeleteRequest({ request, onClose }: { request: StudyRequest; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteRequest(request.id),
    onSuccess: () => toast(notices.requestDeleted),
    onError: (error) => toastError(error, 'delete_request'),
    onSettled: () => client.invalidateQueries({ queryKey: requestKeys.all }),
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`¿Eliminar la solicitud ${requestNumber(request.id)} de ${request.patient_name}?`}
      onConfirm={() => remove.mutateAsync().catch(() => {})}
    />
  )
}
