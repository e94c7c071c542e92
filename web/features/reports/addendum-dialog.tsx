import { useQueryClient } from '@tanstack/react-query'
import { addendumKinds, addendumLabels, reportLimits } from '#domain/report.ts'
import type { ReportAddendum } from '#web/backend/report-rows.ts'
import { staleCode } from '#web/parts/feedback/stale-code.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { saveAddendum, signAddendum } from '#web/queries/report-addenda.ts'
import { reportKeys } from '#web/queries/report-keys.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { ProofField, useProof, wrongPassword } from './use-proof.tsx'

/** Writes and signs an addendum; `unsigned` is one that was written and not signed. */
export function AddendumDialog({
  report,
  unsigned,
  onClose,
}: {
  report: ReportRow
  unsigned: ReportAddendum | null
  onClose: () => void
}) {
  const client = useQueryClient()
  const proof = useProof()
  const form = useForm({
    start: {
      kind: String(unsigned?.kind ?? addendumKinds[0]),
      text: unsigned?.text ?? '',
      proof: '',
    },
    check: ({ text, proof: typed }) => ({
      text: text.trim() === '' ? 'Escribe la adenda.' : null,
      proof: proof.problem(typed),
    }),
    send: async ({ kind: chosen, text, proof: typed }, idFor) => {
      const kind = addendumKinds.find((one) => one === chosen) ?? addendumKinds[0]
      await proof.prove(typed)
      const id = unsigned?.id ?? idFor({ of: report.id })
      await saveAddendum({ id, report_id: report.id, kind, text: text.trim() })
      await signAddendum(id)
      toast({ title: 'Éxito', description: 'Adenda firmada.' })
      await Promise.all([
        client.invalidateQueries({ queryKey: reportKeys.all }),
        client.invalidateQueries({ queryKey: studyKeys.all }),
      ])
      onClose()
    },
    code: 'sign_report',
    secret: true,
    failed: (failure) => {
      if (failure.reason === 'credentials') return { proof: wrongPassword.replace('El informe', 'La adenda') }
      if (failure.reason === 'proof_needed') proof.refused()
      toastError(failure, 'sign_report')
      return { proof: staleCode(failure) }
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Agregar adenda"
      description={`El informe ${report.folio} conserva sus palabras; la adenda se lee debajo. Una corrección de la impresión es una adenda de corrección.`}
      action="Firmar adenda"
      actionBusy="Firmando..."
      actionDisabled={!proof.isReady}
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5">
        <Select
          label="Clase"
          options={addendumKinds.map((value) => ({ value, label: addendumLabels[value] }))}
          {...form.text('kind')}
        />
        <TextArea label="Adenda" required rows={6} maxLength={reportLimits.addendum} {...form.text('text')} />
        {proof.isAsked && <ProofField factor={proof.factor} {...form.text('proof')} />}
      </fieldset>
    </FormDialog>
  )
}
