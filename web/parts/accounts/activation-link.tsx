import { useMutation, useQuery } from '@tanstack/react-query'
import { Link2, Mail } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { addressLine } from '#domain/appointment-message.ts'
import { dayInZone, formatDay, timeInZone } from '#domain/days.ts'
import { messageText } from '#domain/messages.ts'
import { firstNameOf } from '#domain/person.ts'
import type { ActivationSecret } from '#web/backend/answers.ts'
import type { PublicClinic } from '#web/backend/config.ts'
import type { Profile } from '#web/backend/database.ts'
import { AppError } from '#web/backend/errors.ts'
import { issuePassword } from '#web/backend/functions.ts'
import { clinicMoment } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { createActivation, mailActivation } from '#web/queries/activations.ts'
import { clinicQuery } from '#web/queries/clinic.ts'
import { hasMailQuery } from '#web/queries/messages.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { focusQuietly } from '#web/ui/focus-quietly.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { CopyButton } from '../feedback/copy-button.tsx'
import { toastError } from '../feedback/toast-error.ts'

type Made = Extract<ActivationSecret, { token: string }> & { issued: boolean }

const otherPassword = 'Se generó otra contraseña temporal: está en Credenciales.'

/** Another temporary password of the account, kept as 'Credenciales' keep it. */
async function issue(id: string): Promise<void> {
  addCredential({ id, ...(await issuePassword(id)), timestamp: Date.now() })
}

/** The link of an account; a temporary password that ends within a day is replaced first. */
async function make(id: string): Promise<Made> {
  const first = await createActivation(id)
  if (first.token !== null) return { ...first, issued: false }
  await issue(id)
  const second = await createActivation(id)
  if (second.token === null) throw new AppError('make_activation', 'server')
  return { ...second, issued: true }
}

/** The same by mail, whose link is made when it is sent. */
async function mailLink(id: string): Promise<{ issued: boolean }> {
  const first = await mailActivation(id)
  if (first === 'queued') return { issued: false }
  if (first === 'issue_first') {
    await issue(id)
    if ((await mailActivation(id)) === 'queued') return { issued: true }
  }
  throw new AppError('mail_activation', 'server')
}

/**
 * 'Enlace de activación' for an account whose password nobody has chosen yet; offers the message with the link, which is kept
 * nowhere but here, and where the clinic sends mail a mail with another (docs/product/accounts.md).
 */
export function ActivationLink({
  person,
  phone,
  atOnce = false,
  className,
}: {
  person: Pick<Profile, 'id' | 'full_name'>
  /** Without one, WhatsApp asks for the recipient. */
  phone: string | null
  /** Makes the link without being pressed: somebody came for nothing else. */
  atOnce?: boolean
  className?: string
}) {
  const { data: clinic } = useQuery(clinicQuery())
  const opener = useRef<HTMLButtonElement>(null)
  const mail = useMutation({
    mutationFn: () => mailLink(person.id),
    onError: (failure) => toastError(failure, 'mail_activation'),
  })
  const link = useMutation({
    mutationFn: () => make(person.id),
    onSuccess: () => mail.reset(),
    onError: (failure) => toastError(failure, 'make_activation'),
  })
  const begun = useRef(false)
  const { mutate: begin } = link
  useEffect(() => {
    if (!atOnce || !clinic || begun.current) return
    // Once, because a second link ends the first.
    begun.current = true
    begin()
  }, [atOnce, clinic, begin])
  useEffect(() => {
    // The button that was pressed went away with its link.
    if (mail.data && opener.current && document.activeElement === document.body) focusQuietly(opener.current)
  }, [mail.data])
  return (
    <div className={cx('grid min-w-0 grid-cols-1 gap-3', className)}>
      {/* Made without being asked for, it needs no button until it is gone. */}
      {!(atOnce && link.data && !mail.data) && (
        <Button
          ref={opener}
          size="compact"
          className="justify-self-start max-sm:w-full"
          busy={link.isPending}
          disabled={!clinic || mail.isPending}
          icon={<Link2 aria-hidden className="size-4.5" />}
          onClick={() => link.mutate()}
        >
          Enlace de activación
        </Button>
      )}
      {link.data && clinic && !mail.data && (
        <MadeLink made={link.data} person={person} phone={phone} clinic={clinic}>
          <MailButton busy={mail.isPending} onPress={() => mail.mutate()} />
        </MadeLink>
      )}
      {mail.data && !link.isPending && (
        <p role="status" className="text-meta text-ink-2">
          Correo en camino. El enlace anterior deja de servir.
          {mail.data.issued && ` ${otherPassword}`}
        </p>
      )}
    </div>
  )
}

function MailButton({ busy, onPress }: { busy: boolean; onPress: () => void }) {
  const { data: hasMail } = useQuery(hasMailQuery())
  if (!hasMail) return null
  return (
    <Button size="compact" busy={busy} icon={<Mail aria-hidden className="size-4.5" />} onClick={onPress}>
      Correo
    </Button>
  )
}

function MadeLink({
  made,
  person,
  phone,
  clinic,
  children,
}: {
  made: Made
  person: Pick<Profile, 'full_name'>
  phone: string | null
  clinic: Pick<PublicClinic, 'name' | 'address' | 'phone' | 'timeZone'>
  /** Another way to send one. */
  children: ReactNode
}) {
  const end = new Date(made.expires_at)
  const text = messageText(
    {
      kind: 'activacion',
      firstName: firstNameOf(person.full_name),
      link: `${window.location.origin}${paths.activation(made.token)}`,
      untilDay: dayInZone(end, clinic.timeZone),
      untilTime: timeInZone(end, clinic.timeZone),
    },
    { ...clinic, address: addressLine(clinic.address) },
  )
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="sr-only">Enlace de activación</legend>
      <p role="status" className="text-meta text-ink-2">
        Sirve una sola vez, hasta el {readMoment(made.expires_at, clinic.timeZone)}
        {made.replaced && ' El enlace anterior deja de servir.'}
        {made.issued && ` ${otherPassword}`}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <WhatsAppLink phone={phone} orAsk text={text} to={person.full_name} />
        <CopyButton text={text} />
        {children}
      </div>
    </fieldset>
  )
}

function readMoment(instant: string, zone: string): string {
  const { day, time } = clinicMoment(instant, zone)
  return `${formatDay(day)} a las ${time}`
}
