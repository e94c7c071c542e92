import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { linkMessage, pinMessage, shareAddress, spacedPin } from '#domain/study-share.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { CopyButton } from '#web/parts/feedback/copy-button.tsx'
import { clinicQuery } from '#web/queries/clinic.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import type { FreshShare } from './fresh-shares.ts'

/** A link and its PIN, shown once: to copy, send in two messages, scan or print. */
export function MadeShare({ share }: { share: FreshShare }) {
  const { data: clinic } = useQuery(clinicQuery())
  const zone = useClinicZone()
  const origin = useAsOrigin()
  const address = shareAddress(clinic?.publicUrl ?? location.origin, share.token)
  const message = linkMessage({
    clinic: clinic?.name ?? 'La clínica',
    studyType: share.studyType,
    address,
    lastDay: clinicMoment(share.expires_at, zone).day,
  })
  const to = share.label ?? 'quien elijas'
  return (
    <section aria-labelledby="enlace-listo" className="grid grid-cols-1 gap-4">
      <div role="status">
        <h3 id="enlace-listo" className="text-panel">
          Enlace listo
        </h3>
        <p className="mt-1 text-ink-2">
          Envía el PIN en un mensaje aparte. El enlace y el PIN se muestran solo esta vez.
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <dl className="grid grid-cols-1 min-w-0 gap-4">
          <Secret
            name="Enlace"
            actions={
              <>
                <CopyButton text={address} label="Copiar enlace" />
                <WhatsAppLink phone={null} orAsk text={message} to={`${to}, con el enlace`} />
              </>
            }
          >
            <span className="text-meta wrap-break-word select-all">{address}</span>
          </Secret>
          <Secret
            name="PIN"
            actions={
              <>
                <CopyButton text={share.pin} label="Copiar PIN" />
                <WhatsAppLink phone={null} orAsk text={pinMessage(share.pin)} to={`${to}, con el PIN`} />
              </>
            }
          >
            <span className="font-mono text-[1.375rem]/[1.3] tracking-widest select-all">
              {spacedPin(share.pin)}
            </span>
          </Secret>
        </dl>
        <QrCode
          text={address}
          label="Código QR con el enlace"
          className="size-40 justify-self-center rounded-field border border-line"
        />
      </div>
      <Link
        to={paths.share(share.id)}
        state={origin}
        className={buttonStyle('secondary', 'normal', 'justify-self-start max-sm:w-full')}
      >
        <Printer aria-hidden className="size-5" />
        Hoja de entrega
      </Link>
    </section>
  )
}

function Secret({ name, actions, children }: { name: string; actions: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <dt className="text-label">{name}</dt>
      <dd className="rounded-field border border-line bg-sunken px-4 py-3">{children}</dd>
      <dd className="grid grid-cols-2 gap-2 *:px-3 sm:flex">{actions}</dd>
    </div>
  )
}
