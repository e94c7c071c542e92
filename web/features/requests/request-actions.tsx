import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { parseRequestStatus } from '#domain/request-status.ts'
import type { StudyRequest } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { setRequestStatus } from '#web/queries/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { MoreActions } from '#web/ui/more-actions.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAcceptRequest } from './accept-request.tsx'

/**
 * 'Aceptar' and 'Rechazar' of a pending request; nothing once answered. Rejecting
 * asks for confirmation, because it is final (docs/product/requests.md).
 */
export function RequestActions({
  request,
  shows = 'both',
  onRejected,
}: {
  request: StudyRequest
  /** Both answers, both behind 'Más acciones', or 'Aceptar' alone. */
  shows?: 'both' | 'menu' | 'accept'
  onRejected?: () => void
}) {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: requestKeys.all })
  const accept = useAcceptRequest(request.id)
  const reject = useMutation({
    mutationFn: () => setRequestStatus(request.id, 'rechazada'),
    onSuccess: () => {
      toast(notices.statusUpdated)
      onRejected?.()
    },
    onError: (error) => toastError(error, 'update_request_status'),
    onSettled: refresh,
  })
  const [asked, setAsked] = useState(false)
  if (parseRequestStatus(request.status) !== 'pendiente') return null
  const busy = accept.isPending || reject.isPending
  return (
    <>
      {shows === 'menu' ? (
        <MoreActions
          of={request.patient_name}
          busy={busy}
          actions={[
            { label: 'Aceptar', onPick: () => accept.mutate() },
            { label: 'Rechazar', tone: 'bad', onPick: () => setAsked(true) },
          ]}
        />
      ) : (
        <>
          {shows === 'both' && (
            <Button
              size="compact"
              variant="destructive"
              busy={reject.isPending}
              disabled={busy}
              onClick={() => setAsked(true)}
            >
              Rechazar
            </Button>
          )}
          <Button size="compact" busy={accept.isPending} disabled={busy} onClick={() => accept.mutate()}>
            Aceptar
          </Button>
        </>
      )}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`¿Rechazar la solicitud de ${request.patient_name}?`}
        confirmLabel="Rechazar solicitud"
        busyLabel="Rechazando..."
        onConfirm={() => reject.mutateAsync().catch(() => {})}
      />
    </>
  )
}
