import type { ReactNode } from 'react'
import { trackingLinkPath } from '#domain/addresses.ts'

/** Folio and code of a request that was sent, large, to be written down, with the way to its state. `code` as people read it. */
export function KeptReceipt({
  folio,
  code,
  children,
}: {
  folio: string
  code: string
  children?: ReactNode
}) {
  return (
    <div className="rounded-card border border-line bg-brand-100 p-4">
      <div className="flex flex-wrap items-end justify-between gap-x-3 gap-y-3">
        <p className="grid grid-cols-[auto] gap-x-8 gap-y-2 sm:grid-cols-[auto_auto]">
          <Kept label="Tu folio es">{folio}</Kept> <Kept label="y tu código">{code}</Kept>
          <span className="sr-only">.</span>
        </p>
        {children}
      </div>
      <p className="mt-3 text-ink-2">Guárdalos para saber cómo va tu solicitud.</p>
      <a
        href={trackingLinkPath(folio, code)}
        className="inline-flex min-h-11 items-center font-semibold text-brand-700 underline underline-offset-4"
      >
        ¿Cómo va mi solicitud?
      </a>
    </div>
  )
}

/** A part of the sentence with folio and code: what to write down stands large below its label. */
function Kept({ label, children }: { label: string; children: string }) {
  return (
    <span className="block">
      <span className="block text-meta text-ink-2">{label}</span>{' '}
      <span className="block text-[1.75rem]/[1.2] font-[650] whitespace-nowrap tabular-nums">{children}</span>
    </span>
  )
}
