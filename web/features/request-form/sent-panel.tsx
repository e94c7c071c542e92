import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { trackingPath } from '#domain/addresses.ts'
import type { HoursLine } from '#domain/hours-lines.ts'
import { CopyButton } from '#web/parts/feedback/copy-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import type { Receipt } from './backend.ts'

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
        <div className="mt-5 rounded-card border border-line bg-brand-100 p-4">
          <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-3">
            <p className="grid grid-cols-[auto] gap-x-8 gap-y-2 sm:grid-cols-[auto_auto]">
              <Kept label="Tu folio es">{receipt.folio}</Kept> <Kept label="y tu código">{receipt.code}</Kept>
              <span className="sr-only">.</span>
            </p>
            <CopyButton text={`Folio ${receipt.folio}, código ${receipt.code}`} />
          </div>
          <p className="mt-3 text-ink-2">Guárdalos para saber cómo va tu solicitud.</p>
          <a
            href={trackingPath}
            className="inline-flex min-h-11 items-center font-semibold text-brand-700 underline underline-offset-4"
          >
            ¿Cómo va mi solicitud?
          </a>
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

/** A part of the sentence with folio and code: what to write down stands large below its label. */
function Kept({ label, children }: { label: string; children: string }) {
  return (
    <span className="block">
      <span className="block text-meta text-ink-2">{label}</span>{' '}
      <span className="block text-[1.75rem]/[1.2] font-[650] tabular-nums">{children}</span>
    </span>
  )
}
