import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { requestNumber } from '#domain/request-number.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { RequestFacts } from '#web/parts/appointments/request-facts.tsx'
import type { BookedRequest } from '#web/queries/requests.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useMedia } from '#web/ui/use-media.ts'
import { BookLink } from './book-link.tsx'
import { RequestActions } from './request-actions.tsx'

/** Everything that a visitor wrote, with the answers at its foot. It stays after 'Aceptar', to book the known patient. */
export function RequestDialog({ request, onClose }: { request: BookedRequest; onClose: () => void }) {
  const origin = useAsOrigin()
  const isPhone = useMedia('(width < 40rem)')
  const sheet = (
    <Link
      to={paths.request(request.id)}
      state={origin}
      className={buttonStyle('ghost', 'compact', isPhone ? 'mt-4 -ml-3.5' : 'mr-auto')}
    >
      <Printer aria-hidden className="size-4.5" />
      Ver Hoja
    </Link>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={request.patient_name}
      description={`Solicitud ${requestNumber(request.id)}`}
      footer={
        <>
          {!isPhone && sheet}
          <div className="flex gap-3 empty:hidden *:flex-1 sm:*:flex-none">
            <RequestActions request={request} onRejected={onClose} />
          </div>
          <BookLink request={request} variant="primary" />
        </>
      }
    >
      <RequestFacts request={request} columns={2} />
      {isPhone && sheet}
    </Dialog>
  )
}
