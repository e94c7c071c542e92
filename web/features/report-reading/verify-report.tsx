import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import * as paths from '#web/hooks/paths.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { loadLater } from '#web/ui/load-later.tsx'

// Half of what the sheet weighs, and its last part.
const code = loadLater(async () => (await import('#web/ui/qr-code.tsx')).QrCode)

/** The QR code with which anybody who holds the report can check it; on a screen it is a link. */
export function VerifyReport({ token }: { token: string }) {
  const { data: clinic } = useQuery(clinicQuery())
  if (!clinic) return null
  const address = `${clinic.publicUrl ?? location.origin}${paths.checkReport(token)}`
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className="flex shrink-0 flex-col items-center rounded-tag text-center text-ink-2"
    >
      <Suspense fallback={<span className="size-[30mm]" />}>
        <code.Later text={address} label="Código QR para verificar este informe" className="size-[30mm]" />
      </Suspense>
      <span className="max-w-36 text-[9pt]/[1.4] underline underline-offset-2 print:no-underline">
        Escanea el código para verificar este informe.
        <span className="no-print sr-only"> Se abre en otra pestaña.</span>
      </span>
    </a>
  )
}
