import { useQueryClient } from '@tanstack/react-query'
import { discardProblem } from '#domain/arrival.ts'
import type { Arrival } from '#web/backend/answers.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { arrivalKeys, discardArrival } from '#web/queries/arrivals.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { saidName } from './arrival-words.ts'

/** Asks why a study is put away. */
export function DiscardDialog({ arrival, onClose }: { arrival: Arrival; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: discardProblem(reason) }),
    send: async ({ reason }) => {
      await discardArrival(arrival.id, reason.trim())
      toast({ title: 'Éxito', description: 'Estudio descartado.' })
      onClose()
      await client.invalidateQueries({ queryKey: arrivalKeys.all })
    },
    code: 'discard_arrival',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="narrow"
      title={`¿Descartar el estudio de ${saidName(arrival)}?`}
      description="Sale de «Recibidos» y se queda 30 días en el archivo, de donde un administrador puede recuperarlo."
      action="Descartar"
      actionBusy="Descartando..."
      tone="danger"
    >
      <TextArea
        label="Motivo"
        required
        rows={3}
        maxLength={500}
        disabled={form.busy}
        {...form.text('reason')}
      />
    </FormDialog>
  )
}
