import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { OtherPatientDialog } from './other-patient-dialog.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { StudyFormFields } from './study-form-fields.tsx'
import { UnopenableDialog } from './unopenable-dialog.tsx'
import { useStudyForm } from './use-study-form.ts'

/**
 * Adds a study, or changes the given one. What was typed stays when saving fails. `own` for a doctor's own study, whose patient and
 * doctor stay as they are.
 */
export function StudyFormDialog({
  study,
  own = false,
  onClose,
}: {
  study: StudyWithPeople | null
  own?: boolean
  onClose: () => void
}) {
  const form = useStudyForm(study, onClose, own)
  const leave = () => {
    form.sending.leave()
    onClose()
  }
  return (
    <FormDialog
      form={form}
      onClose={leave}
      title={study ? 'Editar Estudio' : 'Nuevo Estudio'}
      action={study ? 'Guardar Cambios' : 'Guardar Estudio'}
      actionBusy="Guardando..."
      cancel={form.busy && form.sending.progress && <Button onClick={form.sending.cancel}>Cancelar</Button>}
    >
      <StudyFormFields form={form} own={own} />
      <SendingPanel sending={form.sending} />
      {form.sending.unopenable && <UnopenableDialog question={form.sending.unopenable} />}
      {form.sending.question && <OtherPatientDialog question={form.sending.question} />}
    </FormDialog>
  )
}
