import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, ReceiptText } from 'lucide-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { editablePrice, formatMoney, toCentavos } from '#domain/money.ts'
import {
  draftTotal,
  type Payment,
  payableServices,
  paymentErrors,
  paymentMethods,
  readPayment,
} from '#domain/payment.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import type { Service } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { useSubmit } from '#web/parts/forms/use-submit.ts'
import { PatientPicker } from '#web/parts/people/patient-picker.tsx'
import { createInvoice, invoiceKeys } from '#web/queries/invoices.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { PhoneFoot } from '#web/ui/phone-foot.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.ts'
import type { usePaymentDraft } from './payment-draft.ts'
import { ServiceRow } from './service-row.tsx'

const mostRows = 50

/** Patient, day, method and service rows with a live total; then opens the receipt with its new number. */
export function PaymentForm({
  draft: { draft, change, clear },
  patient,
  onPatient,
  onNewPatient,
  services,
}: {
  draft: ReturnType<typeof usePaymentDraft>
  /** The draft's patient; null when none was chosen, or when it is no longer one of the doctor's. */
  patient: DoctorPatient | null
  onPatient: (patient: DoctorPatient | null) => void
  /** Hears what was typed where the patient is chosen. */
  onNewPatient: (typed: string) => void
  services: Service[]
}) {
  const me = useProfile()
  const today = useClinicToday()
  const navigate = useNavigate()
  const client = useQueryClient()
  const offered = payableServices(services)
  const add = useRef<HTMLButtonElement>(null)
  const entered = { ...draft, patientId: patient?.id ?? '' }
  const register = useMutation({
    mutationFn: (payment: Payment) => createInvoice({ ...payment, id: draft.id, doctor_id: me.id }),
    onSuccess: (number) => {
      clear()
      toast(notices.paymentRegistered)
      void client.invalidateQueries({ queryKey: invoiceKeys.all })
      return navigate(paths.receipt(number))
    },
  })
  const { problems, busy, submit, failure } = useSubmit({
    check: () => paymentErrors(entered),
    send: async () => {
      const read = readPayment(entered)
      if (read.ok) await register.mutateAsync(read.payment)
    },
    code: 'register_payment',
    refused: () => {
      const read = readPayment(entered)
      if (!read.ok) toast({ ...read.problem, variant: 'destructive' })
    },
  })

  const setRow = (index: number, row: { service: string; price: string }) =>
    change({ rows: draft.rows.map((before, at) => (at === index ? row : before)) })

  function chooseService(index: number, name: string) {
    const service = offered.find((known) => known.name === name)
    setRow(index, { service: name, price: service ? editablePrice(toCentavos(service.price)) : '' })
  }

  return (
    <form noValidate onSubmit={submit} className="p-4.5 sm:p-6">
      <fieldset disabled={busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <PatientPicker
          label="Paciente"
          required
          className="sm:col-span-2"
          value={patient}
          error={problems.patient}
          onChange={onPatient}
          onNew={onNewPatient}
        />
        <DateField
          label="Fecha de Pago"
          required
          value={draft.date}
          today={today}
          error={problems.date}
          disabled={busy}
          onChange={(date) => change({ date })}
        />
        <Select
          label="Método de Pago"
          required
          placeholder="Selecciona un método"
          options={paymentMethods}
          value={draft.method}
          error={problems.method}
          onChange={(event) => change({ method: event.target.value })}
        />
        <div className="grid grid-cols-1 gap-3 sm:col-span-2">
          <h2 className="text-panel">Servicios</h2>
          {draft.rows.map((row, index) => (
            <ServiceRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are values of this form and have no other identity.
              key={index}
              index={index}
              row={row}
              errors={problems.rows?.[index]}
              services={offered}
              onService={(name) => chooseService(index, name)}
              onPrice={(price) => setRow(index, { ...row, price })}
              onRemove={
                draft.rows.length > 1
                  ? () => {
                      flushSync(() => change({ rows: draft.rows.filter((_, at) => at !== index) }))
                      // The pressed button is gone, or disabled.
                      add.current?.focus()
                    }
                  : undefined
              }
            />
          ))}
          <Button
            ref={add}
            size="compact"
            className="justify-self-start"
            icon={<Plus aria-hidden className="size-4.5" />}
            disabled={draft.rows.length >= mostRows}
            onClick={() => change({ rows: [...draft.rows, { service: '', price: '' }] })}
          >
            Agregar Servicio
          </Button>
        </div>
      </fieldset>
      <FormFailure failure={failure} className="mt-6" />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
        <p className="flex items-baseline gap-2" aria-live="polite">
          <span className="text-ink-2">Total</span>
          <strong className="text-metric tabular-nums">{formatMoney(draftTotal(draft))}</strong>
        </p>
        <PhoneFoot className="sm:contents">
          <Button
            type="submit"
            variant="primary"
            className="max-sm:w-full"
            busy={busy}
            busyLabel="Registrando..."
            icon={<ReceiptText aria-hidden className="size-5" />}
          >
            Registrar Pago y Generar Factura
          </Button>
        </PhoneFoot>
      </div>
    </form>
  )
}
