import { useEffect, useRef } from 'react'
import { trackingPath } from '#domain/addresses.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import type { Receipt } from './backend.ts'

/** What a visitor keeps of a request that was sent, above the emptied form. */
export function SentPanel({ receipt: { folio, code, preparation } }: { receipt: Receipt }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // The button that sent it is far below on a phone. Whoever types already is left alone.
    if (!document.activeElement?.matches('input, select, textarea')) place.current?.focus()
  }, [])
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label="Solicitud enviada"
      className="mb-8 rounded-card border border-line bg-brand-100 p-4"
    >
      <p className="font-semibold">
        Tu folio es {folio} y tu código {code}.
      </p>
      <p className="mt-1 text-ink-2">Guárdalos para saber cómo va tu solicitud.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={`Folio ${folio}, código ${code}`} />
        <a
          href={trackingPath}
          className="inline-flex min-h-11 items-center font-semibold text-brand-700 underline underline-offset-4"
        >
          ¿Cómo va mi solicitud?
        </a>
      </div>
      {preparation && (
        <div className="mt-4">
          <h3 className="text-label">Preparación</h3>
          <ul className="mt-1 grid gap-1 wrap-break-word">
            {preparation.split('\n').map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change.
              <li key={index}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
