import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { HoursLine } from '#domain/hours-lines.ts'
import { CopyButton } from '#web/parts/feedback/copy-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import type { Receipt } from './backend.ts'
import { KeptReceipt } from './kept-receipt.tsx'

/** Whom a visitor asks, and when. */
export type FormClinic = { name: string; phone: string; whatsapp: string | null; hours: HoursLine[] }

type SentPanelProps = {
  /** Null when folio and code could not be read: the request is stored all the same. */
  receipt: Receipt | null
  clinic: FormClinic
  onAgain: () => void
  className: string
}

/** What a visitor keeps of a request that was sent, in the place of the form, until another one is wanted. */
export function SentPanel({ receipt, clinic, onAgain, className }: SentPanelProps) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that sent it is far below on a phone, and hidden now.
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView()
  }, [])
  const { name, whatsapp, hours } = clinic
  const message = receipt
    ? `Hola, acabo de enviar la solicitud ${receipt.folio}.`
    : 'Hola, acabo de enviar una solicitud de estudio.'
  return (
    <section
      ref={place}
      tabIndex={-1}
      data-sent
      aria-label="Solicitud enviada"
      className={cx('scroll-mt-6 outline-none', className)}
    >
      <CircleCheck aria-hidden className="size-10 text-ok" />
      <h3 className="mt-4 text-card">Recibimos tu solicitud</h3>
      {receipt && (
        <div className="mt-5">
          <KeptReceipt folio={receipt.folio} code={receipt.code}>
            <CopyButton text={`Folio ${receipt.folio}, código ${receipt.code}`} />
          </KeptReceipt>
        </div>
      )}
      <h4 className="mt-6 text-label">Qué sigue</h4>
      <p className="mt-1 text-ink-2">
        Revisamos tu solicitud y te contactamos por teléfono o correo para confirmar fecha, preparación y
        costo.
      </p>
      {hours.length > 0 && (
        <ul className="mt-2 text-ink-2">
          {hours.map(({ days, hours }) => (
            <li key={days}>
              {days}, {hours.join(' y ')}
            </li>
          ))}
        </ul>
      )}
      {receipt?.preparation && (
        <>
          <h4 className="mt-6 text-label">Preparación</h4>
          <ul className="mt-1 grid gap-1 text-ink-2 wrap-break-word">
            {receipt.preparation.split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
              <li key={index}>{line}</li>
            ))}
          </ul>
        </>
      )}
      <div className="mt-8 flex flex-wrap gap-3 *:max-sm:flex-1">
        <WhatsAppLink variant="primary" size="normal" phone={whatsapp} text={message} to={name} />
        <Button onClick={onAgain}>Enviar otra</Button>
      </div>
    </section>
  )
}
