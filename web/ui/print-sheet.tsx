import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/**
 * A sheet of paper (A4) on sunken ground with its toolbar above; on paper only the sheet remains, with the margins
 * of `@page`. `back` is the link or button that leaves; `actions` stand before the print button.
 */
export function PrintSheet({
  label,
  back,
  actions,
  children,
}: {
  label: string
  back: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="min-h-dvh bg-sunken px-4 py-5 print:min-h-0 print:bg-transparent print:p-0 sm:py-8">
      <div className="no-print mx-auto mb-4 flex max-w-[210mm] flex-wrap items-center justify-between gap-2">
        {back}
        <div className="flex flex-wrap gap-2">
          {actions}
          <Button
            variant="primary"
            icon={<Printer aria-hidden className="size-5" />}
            onClick={() => window.print()}
          >
            Imprimir / Guardar PDF
          </Button>
        </div>
      </div>
      <article
        aria-label={label}
        className="mx-auto max-w-[210mm] rounded-tag bg-white p-6 shadow-2 sm:p-[16mm] print:max-w-none print:p-0"
      >
        {children}
      </article>
    </div>
  )
}
