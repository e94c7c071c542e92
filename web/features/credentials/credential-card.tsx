import { CalendarPlus, Clock, FolderOpen, Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { HOUR, isExpired, remaining, type TemporaryCredential, welcomeMessage } from '#domain/credentials.ts'
import type { Tone } from '#domain/tone.ts'
import * as paths from '#web/hooks/paths.ts'
import { ActivationLink } from '#web/parts/accounts/activation-link.tsx'
import { CopyButton } from '#web/parts/feedback/copy-button.tsx'
import { removeCredential } from '#web/session/temp-credentials.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { MoreActions } from '#web/ui/more-actions.tsx'
import { Card } from '#web/ui/panel.tsx'
import { fromTablet, useMedia } from '#web/ui/use-media.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'

/** How 'Agendar cita' looks; null where the page offers it already, for the request that the patient comes from. */
type Booking = 'primary' | 'soft' | null

const soon = 5 * 60_000

function toneOf(credential: TemporaryCredential, now: number): Tone {
  if (isExpired(credential, now)) return 'red'
  return credential.timestamp + HOUR - now < soon ? 'orange' : 'grey'
}

/** One patient's access data with its countdown; `now` in milliseconds, `phone` once it is known. */
export function CredentialCard({
  credential,
  now,
  phone,
  booking,
}: {
  credential: TemporaryCredential
  now: number
  phone: string | null
  booking: Booking
}) {
  const { id, fullName, email, tempPassword } = credential
  const expired = isExpired(credential, now)
  const message = welcomeMessage({ site: window.location.origin, email, tempPassword, fullName })
  return (
    <Card className="grid grid-cols-1 gap-4 p-4.5">
      {/* The address below both, over the whole width: beside the time a phone would tear it. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
        <h2 className="text-panel wrap-break-word">{fullName}</h2>
        {/* A countdown announced every second would drown out everything else: it is read on demand. */}
        <Chip tone={toneOf(credential, now)} Icon={expired ? undefined : Clock}>
          <span role="timer" aria-label="Tiempo restante">
            {remaining(credential, now)}
          </span>
        </Chip>
        <p className="col-span-full text-meta text-ink-2 wrap-break-word">
          <EmailText>{email}</EmailText>
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="text-meta text-ink-3">Contraseña temporal</p>
          <p className="font-mono text-[1.125rem] tracking-wide wrap-break-word select-all">{tempPassword}</p>
        </div>
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          {!expired && <WhatsAppLink phone={phone} orAsk text={message} to={fullName} />}
          <CopyButton text={message} disabled={expired} />
        </div>
      </div>
      <ActivationLink person={{ id, full_name: fullName }} phone={phone} />
      <Foot {...{ id, fullName, booking }} />
    </Card>
  )
}

/** What comes next; on a phone one button, with the rest behind 'Más acciones'. */
function Foot({ id, fullName, booking }: { id: string; fullName: string; booking: Booking }) {
  const navigate = useNavigate()
  const isWide = useMedia(fromTablet)
  const remove = () => removeCredential(id)
  return (
    <div className="flex items-center justify-end gap-2 border-t border-line pt-4">
      {isWide && (
        <Button
          size="compact"
          variant="destructive"
          icon={<Trash2 aria-hidden className="size-4.5" />}
          className="mr-auto"
          onClick={remove}
        >
          Eliminar
        </Button>
      )}
      {(isWide || !booking) && (
        <Link to={paths.patient(id)} className={buttonStyle('secondary', 'compact', 'max-sm:flex-1')}>
          <FolderOpen aria-hidden className="size-4.5" />
          Ver expediente
        </Link>
      )}
      {booking && (
        <Link to={paths.bookPatient(id)} className={buttonStyle(booking, 'compact', 'max-sm:flex-1')}>
          <CalendarPlus aria-hidden className="size-4.5" />
          Agendar cita
        </Link>
      )}
      {!isWide && (
        <MoreActions
          of={fullName}
          actions={[
            ...(booking ? [{ label: 'Ver expediente', onPick: () => void navigate(paths.patient(id)) }] : []),
            { label: 'Eliminar', tone: 'bad', onPick: remove },
          ]}
        />
      )}
    </div>
  )
}
