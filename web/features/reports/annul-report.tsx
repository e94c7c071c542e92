import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { reportLimits } from '#domain/report.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { reportKeys } from '#web/queries/report-keys.ts'
import { annulReport, type ReportRow } from '#web/queries/reports.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks for the reason for which a signed report is withdrawn. */
export function AnnulReport({ report, onClose }: { report: ReportRow; onClose: () => void }) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? 'Escribe el motivo de la anulación.' : null }),
    send: async ({ reason }) => {
      await annulReport(report.id, reason.trim())
      toast({ title: 'Éxito', description: 'Informe anulado.' })
      await Promise.all([
        client.invalidateQueries({ queryKey: reportKeys.all }),
        client.invalidateQueries({ queryKey: studyKeys.all }),
      ])
      onClose()
    },
    code: 'change_report',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="narrow"
      title={`¿Anular el informe ${report.folio}?`}
      description="Para un informe de otro paciente o de otro estudio. El paciente verá que se anuló, cuándo y por qué, pero no su texto."
      initialFocus={field}
      tone="danger"
      action="Anular informe"
      actionBusy="Anulando..."
    >
      <TextArea
        ref={field}
        label="Motivo"
        required
        rows={3}
        maxLength={reportLimits.reason}
        readOnly={form.busy}
        help="Lo lee el paciente."
        {...form.text('reason')}
      />
    </FormDialog>
  )
}
