import { type ReactNode, useState } from 'react'
import { isEmail } from '#domain/contact.ts'
import type { AppError, ErrorReason } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { EmailField } from '#web/parts/forms/person-fields.tsx'
import { useSubmit } from '#web/parts/forms/use-submit.ts'
import { askRecovery } from '#web/session/recovery.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ClinicContact } from './clinic-contact.tsx'
import { Gate } from './gate.tsx'

/** Asks for the address to send the recovery message to. `linkFailed`: why a link did not work. */
export function AskRecovery({
  linkFailed,
  email,
  onEmail,
  onDone,
  below,
}: {
  linkFailed: ErrorReason | null
  email: string
  onEmail: (email: string) => void
  /** The message was sent, now or before. */
  onDone: () => void
  below: ReactNode
}) {
  const [failure, setFailure] = useState<AppError | null>(null)
  const { busy, problems, submit, passes } = useSubmit({
    check: () => ({ email: isEmail(email.trim()) ? null : incomplete }),
    send: async () => {
      setFailure(null)
      await askRecovery(email)
      onDone()
    },
    code: 'ask_recovery',
    secret: true,
    failed: (thrown) => {
      setFailure(thrown)
      toastError(thrown, 'ask_recovery')
    },
  })
  const words = linkFailed === null ? forgotten : linkWords(linkFailed)
  return (
    <Gate title={words.title} description={words.description} below={below}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <EmailField
          name="email"
          autoComplete="username"
          inputMode="email"
          hideMark
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          error={problems.email}
        />
        {failure && <Refusal failure={failure} />}
        <Button type="submit" variant="primary" busy={busy} busyLabel="Enviando...">
          Enviar correo
        </Button>
        <Button
          variant="link"
          className="justify-self-center"
          disabled={busy}
          onClick={({ currentTarget }) => passes(currentTarget.form) && onDone()}
        >
          Ya tengo un código
        </Button>
      </form>
    </Gate>
  )
}

/** What was said in a message that has gone by now, and what to do meanwhile. */
function Refusal({ failure }: { failure: AppError }) {
  return (
    <Notice tone="bad" className="text-meta">
      <p>{errorMessage(failure).description}</p>
      {failure.reason === 'limit' && (
        <>
          <p className="my-3">
            Mientras tanto, revisa tu bandeja de entrada y la carpeta de correo no deseado: el último mensaje
            que pediste dura una hora. Si no aparece, comunícate con la clínica.
          </p>
          <ClinicContact message="Hola, no me llega el correo para cambiar mi contraseña del portal. ¿Me pueden ayudar?" />
        </>
      )}
    </Notice>
  )
}

const incomplete = 'Escribe un correo electrónico completo, como nombre@correo.com.'

const forgotten = {
  title: '¿Olvidaste tu contraseña?',
  description:
    'Escribe el correo de tu cuenta. Te enviaremos un mensaje con un enlace y un código para elegir otra.',
}

function linkWords(reason: ErrorReason): { title: string; description: string } {
  if (reason === 'link_expired')
    return {
      title: 'El enlace ya no sirve',
      description: 'Dura una hora y funciona una sola vez. Escribe tu correo y te enviaremos otro.',
    }
  return {
    title: 'El enlace no funcionó',
    description: 'Puede estar incompleto. Escribe tu correo y te enviaremos otro.',
  }
}
