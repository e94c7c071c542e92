import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#domain/days.ts'
import { patientNumber } from '#domain/patient-number.ts'
import { shareAddress, spacedPin } from '#domain/study-share.ts'
import type { PublicClinic } from '#web/backend/config.ts'
import { clinicMoment } from '#web/hooks/clock.ts'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import { StudyPicture } from '#web/parts/studies/study-picture.tsx'
import { patientNumberQuery } from '#web/queries/profiles.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import type { FreshShare } from './fresh-shares.ts'

/** The sheet that goes with a study: whose it is, the QR code, the link, the PIN and until when. */
export function HandOverSheet({ share, clinic }: { share: FreshShare; clinic: PublicClinic }) {
  const address = shareAddress(clinic.publicUrl ?? location.origin, share.token)
  const { data: number } = useQuery({
    ...patientNumberQuery(share.patientId ?? ''),
    enabled: share.patientId !== null,
  })
  const facts = [
    ['Paciente', share.patient],
    ['Número de paciente', number && patientNumber(number)],
    ['Estudio', share.studyType],
    ['Fecha', formatDay(share.studyDate)],
    ['Para', share.label],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))
  const { day } = clinicMoment(share.expires_at, clinic.timeZone)
  return (
    <div className="text-[10.5pt]/[1.5]">
      <Letterhead>
        <h1 className="text-card">Hoja de entrega</h1>
        <p className="tabular-nums">Vence el {formatDay(day)}</p>
      </Letterhead>
      {/* On a phone what it says stands below the picture, with room for a name's words. */}
      <div className="mt-8 flex flex-wrap items-start gap-x-6 gap-y-4 print:flex-nowrap">
        {share.pictured && (
          <StudyPicture study={share.pictured} className="size-18 rounded-thumb" instead={null} />
        )}
        <dl className="grid min-w-0 flex-1 basis-64 grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{name}</dt>
              <dd className="font-semibold wrap-break-word">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <section className="mt-8 flex break-inside-avoid flex-wrap items-center gap-x-8 gap-y-4 border-t border-line pt-6 print:flex-nowrap">
        <QrCode
          text={address}
          label="Código QR para abrir el estudio"
          className="-ml-[4mm] size-[46mm] shrink-0"
        />
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-panel">Abre tu estudio</h2>
          <ol className="mt-2 list-decimal space-y-1 pl-5">
            <li>Escanea el código con la cámara de tu teléfono, o escribe la dirección en tu navegador.</li>
            <li>Escribe el PIN de seis dígitos.</li>
          </ol>
          <dl className="mt-4 grid gap-3">
            <div>
              <dt className="text-[9pt]/[1.4] text-ink-3">Dirección</dt>
              <dd className="font-mono text-[9.5pt]/[1.4] break-all">{address}</dd>
            </div>
            <div>
              <dt className="text-[9pt]/[1.4] text-ink-3">PIN</dt>
              <dd className="font-mono text-[18pt]/[1.2] tracking-widest">{spacedPin(share.pin)}</dd>
            </div>
          </dl>
        </div>
      </section>
      <p className="mt-8 text-[9pt]/[1.4] text-ink-2">
        Quien tenga esta hoja puede ver y descargar el estudio hasta el {formatDay(day)}. Guárdala como un
        documento personal. La vista en línea no es un dispositivo de diagnóstico.
      </p>
    </div>
  )
}
