import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, KeyRound, UserPlus } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { parseRequestNumber, requestNumber } from '#domain/request-number.ts'
import { lines } from '#web/copy/screen-lines.ts'
import { useNow } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { phonesQuery } from '#web/queries/profiles.ts'
import { useCredentials } from '#web/session/temp-credentials.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { CredentialCard } from './credential-card.tsx'

/** 'Credenciales': what new patients need for their first sign-in, for one hour in this browser (docs/product/accounts.md). */
export function CredentialsScreen() {
  const credentials = useCredentials()
  const accepted = acceptedOf(useLocation().state)
  const now = useNow(1_000)
  // This browser stores no phones. Without one, WhatsApp asks for the recipient.
  const ids = credentials.map(({ id }) => id).filter(isUuid)
  const { data: phones } = useQuery({ ...phonesQuery(ids), enabled: ids.length > 0 })
  return (
    <>
      <PageHeader title="Credenciales" description={lines.credentials} />
      {accepted && <Accepted id={accepted.request} />}
      {credentials.length === 0 ? (
        <Card className="overflow-clip">
          <EmptyState
            icon={<KeyRound className="size-6" />}
            action={
              <Link
                to={paths.addPatient}
                className={buttonStyle(accepted ? 'secondary' : 'primary', 'compact')}
              >
                <UserPlus aria-hidden className="size-4.5" />
                Agregar Paciente
              </Link>
            }
          >
            No hay credenciales temporales
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {credentials.map((credential, place) => (
            <li key={credential.id}>
              <CredentialCard
                credential={credential}
                now={now}
                phone={phones?.get(credential.id) ?? null}
                booking={
                  accepted?.patient === credential.id ? null : accepted || place > 0 ? 'soft' : 'primary'
                }
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** What was accepted with the account that was just made, and the way to its appointment. */
function Accepted({ id }: { id: number }) {
  return (
    <Card className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 p-4.5">
      <p className="font-semibold tabular-nums">{`Solicitud ${requestNumber(id)} aceptada.`}</p>
      <Link to={paths.bookRequest(id)} className={buttonStyle('primary', 'compact')}>
        <CalendarPlus aria-hidden className="size-4.5" />
        Agendar cita
      </Link>
    </Card>
  )
}

/** The request that 'Agregar Paciente' has just answered, and the patient whom it made. */
function acceptedOf(state: unknown): { request: number; patient: unknown } | null {
  if (typeof state !== 'object' || state === null || !('accepted' in state)) return null
  const request = parseRequestNumber(String(state.accepted))
  return request === null ? null : { request, patient: 'patient' in state ? state.patient : null }
}
