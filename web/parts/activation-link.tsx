import { useMutation, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { activationMessage } from '#domain/activation-message.ts'
import { dayInZone, formatDay, timeInZone } from '#domain/days.ts'
import type { ActivationSecret } from '#web/backend/answers.ts'
import type { Profile } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { issuePassword } from '#web/backend/functions.ts'
import { clinicMoment } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { createActivation } from '#web/queries/activations.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { CopyButton } from './copy-button.tsx'
import { toastError } from './toast-error.ts'

type Made = Extract<ActivationSecret, { token: string }> & { issued: boolean }

/** The link of an account; a temporary password that ends within a day is replaced first, and kept as 'Credenciales' keep it. */
async function make(id: string): Promise<Made> {
  const first = await createActivation(id)
  if (first.token !== null) return { ...first, issued: false }
  const password = await issuePassword(id)
  addCredential({ id, ...password, timestamp: Date.now() })
  const second = await createActivation(id)
  if (second.token === null) throw new AppError('make_activation', 'server')
  return { ...second, issued: true }
}

/**
 * 'Enlace de activación' for an account whose password nobody has chosen yet; offers the message with the link, which is kept
 * nowhere but here (docs/product/accounts.md).
 */
export function ActivationLink({
  person,
  phone,
  className,
}: {
  person: Pick<Profile, 'id' | 'full_name'>
  /** Without one, WhatsApp asks for the recipient. */
  phone: string | null
  className?: string
}) {
  const { data: clinic } = useQuery(clinicQuery())
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => make(person.id),
    onError: (failure) => toastError(failure, 'make_activation'),
  })
  return (
    <div className={cx('grid min-w-0 grid-cols-1 gap-3', className)}>
      <Button
        size="compact"
        variant="primary"
        className="justify-self-start max-sm:w-full"
        busy={isPending}
        disabled={!clinic}
        icon={<Link2 aria-hidden className="size-4.5" />}
        onClick={() => mutate()}
      >
        Enlace de activación
      </Button>
      {data && clinic && !isPending && <MadeLink made={data} person={person} phone={phone} clinic={clinic} />}
    </div>
  )
}

function MadeLink({
  made,
  person,
  phone,
  clinic,
}: {
  made: Made
  person: Pick<Profile, 'full_name'>
  phone: string | null
  clinic: { name: string; timeZone: string }
}) {
  const end = new Date(made.expires_at)
  const text = activationMessage({
    fullName: person.full_name,
    clinic: clinic.name,
    link: `${window.location.origin}${paths.activation(made.token)}`,
    untilDay: dayInZone(end, clinic.timeZone),
    untilTime: timeInZone(end, clinic.timeZone),
  })
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="sr-only">Enlace de activación</legend>
      <p role="status" className="text-meta text-ink-2">
        Sirve una sola vez, hasta el {readMoment(made.expires_at, clinic.timeZone)}
        {made.replaced && ' El enlace anterior deja de servir.'}
        {made.issued && ' Se generó otra contraseña temporal: está en Credenciales.'}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <WhatsAppLink phone={phone} orAsk text={text} to={person.full_name} />
        <CopyButton text={text} />
      </div>
    </fieldset>
  )
}

function readMoment(instant: string, zone: string): string {
  const { day, time } = clinicMoment(instant, zone)
  return `${formatDay(day)} a las ${time}`
}
