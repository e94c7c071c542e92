import { Printer } from 'lucide-react'
import { Link } from 'react-router'
import { requestNumber } from '#domain/request-number.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { RequestFacts } from '#web/parts/appointments/request-facts.tsx'
import type { BookedRequest } from '#web/queries/requests.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { BookLink } from './book-link.tsx'
import { RequestActions } from './request-actions.tsx'

/** Everything that a visitor wrote, with the answers at its foot. It stays after 'Aceptar', to book the known patient. */
export function RequestDialog({ request, onClose }: { request: BookedRequest; onClose: () => void }) {
  const origin = useAsOrigin()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={request.patient_name}
      description={`Solicitud ${requestNumber(request.id)}`}
      footer={
        <>
          <Link
            to={paths.request(request.id)}
            state={origin}
            className={buttonStyle('ghost', 'compact', 'sm:mr-auto')}
          >
            <Printer aria-hidden className="size-4.5" />
            Ver Hoja
          </Link>
          <RequestActions request={request} onRejected={onClose} />
          <BookLink request={request} variant="primary" />
        </>
      }
    >
      <RequestFacts request={request} columns={2} />
    </Dialog>
  )
}
