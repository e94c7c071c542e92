import { useQuery } from '@tanstack/react-query'
import * as paths from '#web/hooks/paths.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { QrCode } from '#web/ui/qr-code.tsx'

/**
 * The QR code with which anybody who holds the receipt can check it (docs/product/payments.md).
 * On a screen it is a link, for people who hold it on the same phone.
 */
export function VerifyMark({ token }: { token: string }) {
  const { data: clinic } = useQuery(clinicQuery())
  if (!clinic) return null
  const address = `${clinic.publicUrl ?? location.origin}${paths.checkReceipt(token)}`
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="flex items-center gap-1 rounded-tag text-ink-2 max-sm:-ml-[3mm] sm:-mr-[3mm] sm:flex-row-reverse sm:text-right print:mr-0 print:ml-0 print:flex-row-reverse print:text-right"
    >
      <QrCode text={address} label="Código QR para verificar este recibo" className="size-[30mm] shrink-0" />
      <span className="max-w-40 text-[9pt]/[1.4] underline underline-offset-2 print:no-underline">
        Escanea el código para verificar este recibo.
        <span className="no-print sr-only"> Se abre en otra pestaña.</span>
      </span>
    </a>
  )
}
