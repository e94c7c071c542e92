import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { annulInvoice } from '#web/queries/admin-income.ts'
import { type InvoiceWithPeople, invoiceKeys } from '#web/queries/invoices.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** What the database takes (docs/product/limits.md). */
const longestReason = 500

/** Asks for the reason for which an invoice is annulled; when that fails the reason stays. */
export function AnnulDialog({ invoice, onClose }: { invoice: InvoiceWithPeople; onClose: () => void }) {
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, invoice_number: number, total_amount, patient, patient_name } = invoice
  const missing = asked && reason.trim() === ''

  async function annul(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (reason.trim() === '') {
      field.current?.focus()
      return
    }
    setBusy(true)
    try {
      await annulInvoice(id, reason.trim())
      await client.invalidateQueries({ queryKey: invoiceKeys.all })
      toast({ title: 'Factura anulada', description: `${number} ya no cuenta en los ingresos.` })
      onClose()
    } catch (failure) {
      toastError(failure, 'annul_invoice')
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width="narrow"
      title={`¿Anular la factura ${number}?`}
      description={
        <>
          {formatMoney(toCentavos(total_amount))} de {patient?.full_name ?? patient_name}. Dejará de contar en
          los ingresos y su recibo dirá CANCELADO. Esta acción es irreversible.
        </>
      }
      dismissible={!busy}
      unsaved={reason.trim() !== ''}
      initialFocus={field}
      onOpenChange={(open) => !open && onClose()}
      wrap={(content) => (
        <form noValidate onSubmit={annul} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <DialogCancel disabled={busy} />
          <Button type="submit" variant="danger" busy={busy} busyLabel="Anulando...">
            Anular factura
          </Button>
        </>
      }
    >
      <TextArea
        ref={field}
        label="Motivo"
        required
        rows={3}
        maxLength={longestReason}
        value={reason}
        readOnly={busy}
        help="Se lee en el recibo."
        error={missing ? 'Escribe el motivo de la anulación.' : null}
        onChange={(event) => setReason(event.target.value)}
      />
    </Dialog>
  )
}
