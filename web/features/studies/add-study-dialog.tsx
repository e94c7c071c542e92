import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { OtherPatientDialog } from './other-patient-dialog.tsx'
import { SendingPanel } from './sending-panel.tsx'
import { StudyFields } from './study-fields.tsx'
import { UnopenableDialog } from './unopenable-dialog.tsx'
import { useAddStudy } from './use-add-study.ts'

/**
 * Adds a study with an external link or an uploaded file. With `patientId` null the doctor
 * chooses a linked patient. If saving fails, the input stays and the file is removed.
 */
export function AddStudyDialog({
  open,
  onOpenChange,
  patientId,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  patientId: string | null
}) {
  const form = useAddStudy({ patientId, onDone: () => onOpenChange(false) })
  const title = useRef(patientId === null ? 'Agregar Estudio' : 'Agregar Estudio al Expediente')
  return (
    <FormDialog
      form={form}
      open={open}
      onClose={() => {
        form.reset()
        onOpenChange(false)
      }}
      title={title.current}
      action="Guardar Estudio"
      actionBusy="Guardando..."
      cancel={form.busy && form.sending.progress && <Button onClick={form.sending.cancel}>Cancelar</Button>}
    >
      <StudyFields form={form} picksPatient={patientId === null} />
      <SendingPanel sending={form.sending} />
      {form.sending.unopenable && <UnopenableDialog question={form.sending.unopenable} />}
      {form.sending.question && <OtherPatientDialog question={form.sending.question} />}
    </FormDialog>
  )
}
