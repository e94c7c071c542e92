import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { annulInvoice } from '#web/queries/admin-income.ts'
import { type InvoiceWithPeople, invoiceKeys } from '#web/queries/invoices.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** What the database takes (docs/product/limits.md). */
const longestReason = 500

/** Asks for the reason for which an invoice is annulled; when that fails the reason stays. */
export function AnnulDialog({ invoice, onClose }: { invoice: InvoiceWithPeople; onClose: () => void }) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const { id, invoice_number: number, total_amount, patient, patient_name } = invoice
  const form = useForm({
    start: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? 'Escribe el motivo de la anulación.' : null }),
    send: async ({ reason }) => {
      await annulInvoice(id, reason.trim())
      await client.invalidateQueries({ queryKey: invoiceKeys.all })
      toast({ title: 'Recibo anulado', description: `${number} ya no cuenta en los ingresos.` })
      onClose()
    },
    code: 'annul_invoice',
  })

  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="narrow"
      title={`¿Anular el recibo ${number}?`}
      description={
        <>
          {formatMoney(toCentavos(total_amount))} de {patient?.full_name ?? patient_name}. Dejará de contar en
          los ingresos y dirá CANCELADO. Esta acción es irreversible.
        </>
      }
      initialFocus={field}
      tone="danger"
      action="Anular recibo"
      actionBusy="Anulando..."
    >
      <TextArea
        ref={field}
        label="Motivo"
        required
        rows={3}
        maxLength={longestReason}
        readOnly={form.busy}
        help="Se lee en el recibo."
        {...form.text('reason')}
      />
    </FormDialog>
  )
}
