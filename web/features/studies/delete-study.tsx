import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { deleteStudy } from '#web/queries/study-changes.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks before a study leaves every screen. */
export function DeleteStudy({ study, onClose }: { study: StudyWithPeople; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteStudy(study.id),
    onSuccess: () => toast(notices.studyDeleted),
    onError: (error) => toastError(error, 'delete_study'),
    onSettled: () => client.invalidateQueries({ queryKey: studyKeys.all }),
  })
  const patient = study.patient_name
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`¿Eliminar ${study.study_type ?? 'el estudio'}${patient ? ` de ${patient}` : ''}?`}
      onConfirm={() => remove.mutateAsync().catch(() => {})}
    />
  )
}
