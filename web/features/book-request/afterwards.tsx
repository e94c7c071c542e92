import { useQuery } from '@tanstack/react-query'
import { FolderOpen, Inbox } from 'lucide-react'
import { Link } from 'react-router'
import { welcomeMessage } from '#domain/credentials.ts'
import * as paths from '#web/hooks/paths.ts'
import { ActivationLink } from '#web/parts/accounts/activation-link.tsx'
import { CopyButton } from '#web/parts/feedback/copy-button.tsx'
import { appointmentQuery } from '#web/queries/appointments.ts'
import { requestsQuery } from '#web/queries/requests.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Folded } from '#web/ui/folded.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { MadeAccount } from './use-request-booking.ts'

/** The link that activates the account, and folded the temporary password, which stands in 'Credenciales' for its hour as well. */
export function Access({
  account: { id, email, fullName, tempPassword },
  phone,
}: {
  account: MadeAccount
  phone: string
}) {
  return (
    <Panel title="Acceso al portal">
      <ActivationLink person={{ id, full_name: fullName }} phone={phone} className="p-4.5" />
      <div className="border-t border-line [--inset:--spacing(4.5)]">
        <Folded words="Contraseña temporal">
          <div className="px-(--inset) py-3">
            <p className="text-meta text-ink-2 wrap-break-word">
              <EmailText>{email}</EmailText>
            </p>
            <p className="font-mono text-[1.125rem] tracking-wide wrap-break-word select-all">
              {tempPassword}
            </p>
            <div className="mt-3 flex flex-wrap items-center gap-3">
              <CopyButton
                text={welcomeMessage({ site: window.location.origin, email, tempPassword, fullName })}
                label="Copiar acceso"
              />
              <Link to={paths.credentials} className={buttonStyle('link', 'compact')}>
                Ver Credenciales
              </Link>
            </div>
          </div>
        </Folded>
      </div>
    </Panel>
  )
}

/** 'Ver Expediente', and the oldest request that waits; `page` is the address of a request's page. */
export function Next({
  appointmentId,
  page,
}: {
  appointmentId: string | null
  page: (requestId: number) => string
}) {
  const booked = useQuery({ ...appointmentQuery(appointmentId ?? ''), enabled: appointmentId !== null })
  const patientId = booked.data?.patient_id
  const { data } = useQuery(
    requestsQuery({
      status: 'pendiente',
      order: { column: 'created_at', ascending: true },
      page: 1,
      pageSize: 1,
    }),
  )
  const waiting = data?.rows[0]
  return (
    <div className="flex flex-wrap gap-2 *:max-sm:w-full">
      {patientId && (
        <Link to={paths.patient(patientId)} className={buttonStyle('secondary')}>
          <FolderOpen aria-hidden className="size-5" />
          Ver Expediente
        </Link>
      )}
      {waiting && (
        <Link to={page(waiting.id)} className={buttonStyle('secondary')}>
          <Inbox aria-hidden className="size-5" />
          Siguiente solicitud pendiente
        </Link>
      )}
    </div>
  )
}
