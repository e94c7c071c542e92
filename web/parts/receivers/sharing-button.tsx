import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { setSharing } from '#web/queries/receivers.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '../feedback/toast-error.ts'

/** Ends what a dentist receives, after a question, or begins it again. `studyId` null is everything of the caller, a patient. */
export function SharingButton({
  dentistId,
  name,
  studyId,
  shared,
}: {
  dentistId: string
  name: string
  studyId: string | null
  shared: boolean
}) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: () => setSharing(dentistId, studyId, !shared),
    onSuccess: () =>
      toast({ title: 'Éxito', description: shared ? 'Dejaste de compartir.' : 'Se comparte de nuevo.' }),
    onError: (error) => toastError(error, 'set_sharing'),
    onSettled: () => client.invalidateQueries({ queryKey: studyKeys.all }),
  })
  return (
    <>
      <Button
        size="compact"
        variant={shared ? 'destructive' : 'secondary'}
        busy={change.isPending}
        onClick={() => (shared ? setAsking(true) : change.mutate())}
      >
        {shared ? 'Dejar de compartir' : 'Volver a compartir'}
        <span className="sr-only"> con {name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`¿Dejar de compartir con ${name}?`}
        description={
          studyId === null
            ? 'Ya no podrá abrir ninguna de tus imágenes, ni recibirá las que se tomen. Puedes volver a compartirlas cuando quieras.'
            : 'Ya no podrá abrir este estudio. Se puede volver a compartir después.'
        }
        confirmLabel="Dejar de compartir"
        busyLabel="Guardando..."
        onConfirm={async () => {
          await change.mutateAsync().catch(() => {})
          setAsking(false)
        }}
      />
    </>
  )
}
