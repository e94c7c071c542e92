import { useId } from 'react'
import type { StudyWithPeople } from '#web/queries/studies.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
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
  const id = useId()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leave()}
      title={study ? 'Editar Estudio' : 'Nuevo Estudio'}
      unsaved={form.dirty}
      dismissible={!form.saving}
      wrap={(content) => (
        <form id={id} noValidate onSubmit={form.submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          {form.saving && form.sending.progress ? (
            <Button onClick={form.sending.cancel}>Cancelar</Button>
          ) : (
            <DialogCancel disabled={form.saving} />
          )}
          <Button type="submit" variant="primary" busy={form.saving} busyLabel="Guardando...">
            {study ? 'Guardar Cambios' : 'Guardar Estudio'}
          </Button>
        </>
      }
    >
      <StudyFormFields form={form} own={own} />
      <SendingPanel sending={form.sending} />
      {form.sending.unopenable && <UnopenableDialog question={form.sending.unopenable} />}
      {form.sending.question && <OtherPatientDialog question={form.sending.question} />}
    </Dialog>
  )
}
