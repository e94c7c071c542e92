import { ClipboardPlus, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { OrderForm } from '#domain/order-form.ts'
import { firstNameOf } from '#domain/person.ts'
import { requestNumber } from '#domain/request-number.ts'
import type { SentOrder } from '#web/backend/answers.ts'
import * as paths from '#web/hooks/paths.ts'
import { useProfile } from '#web/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/panel.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

export type Ordered = { rows: readonly SentOrder[]; sendingId: string; form: OrderForm }

/** What was sent, and what comes next: the paper, a word to the patient, another order. */
export function SentPanel({
  sent: { rows, sendingId, form },
  onAnother,
}: {
  sent: Ordered
  onAnother: () => void
}) {
  const me = useProfile()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const folios = rows.map(({ request_id }) => requestNumber(request_id))
  const text = `Hola, ${firstNameOf(form.patient_name)}: ${me.full_name} pidió por ti ${rows
    .map(({ study_type }) => study_type)
    .join(' y ')}. La clínica te escribirá para acordar el día. Tu folio: ${folios.join(', ')}.`
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Notice tone="ok">
        <p className="font-semibold">La clínica ya tiene tu orden para {form.patient_name}.</p>
        <p>Cuando las imágenes estén listas, aparecerán en «Mis pacientes».</p>
      </Notice>
      <Card className="mt-4 p-4.5">
        <dl className="grid gap-3">
          {rows.map(({ id, request_id, study_type }) => (
            <div key={id} className="flex flex-wrap justify-between gap-x-4">
              <dt className="min-w-0 wrap-break-word">{study_type}</dt>
              <dd className="font-semibold tabular-nums">{requestNumber(request_id)}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 flex flex-wrap gap-3 *:max-sm:w-full">
          <Link to={paths.order(sendingId)} className={buttonStyle('primary')}>
            <Printer aria-hidden className="size-5" />
            Imprimir orden
          </Link>
          <WhatsAppLink size="normal" phone={form.patient_phone} text={text} to={form.patient_name} />
          <Button icon={<ClipboardPlus aria-hidden className="size-5" />} onClick={onAnother}>
            Otra orden
          </Button>
        </div>
      </Card>
    </div>
  )
}
