import { type ReactNode, useState } from 'react'
import { recoveryCodeDigits } from '#domain/recovery.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { askRecovery, checkRecoveryCode } from '#web/session/recovery.ts'
import { startSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { toast } from '#web/ui/toast.ts'
import { Gate } from './gate.tsx'

/** The message is on its way, if the account exists: its link leads here as well, its code is typed. */
export function EnterRecoveryCode({
  email,
  onEntered,
  onOtherEmail,
  below,
}: {
  email: string
  onEntered: () => void
  onOtherEmail: () => void
  below: ReactNode
}) {
  const [sending, setSending] = useState(false)
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code, recoveryCodeDigits) }),
    send: async ({ code }) => {
      await checkRecoveryCode(email, code)
      // Opens the next question, also where the session could not be read before.
      await startSession()
      onEntered()
    },
    code: 'check_recovery_code',
    secret: true,
    failed: (failure) => {
      toastError(failure, 'check_recovery_code')
      const { description } = errorMessage(failure)
      return { code: failure.reason === 'link_expired' || failure.reason === 'limit' ? description : null }
    },
  })
  const closed = sending || form.busy

  async function sendAgain() {
    setSending(true)
    try {
      await askRecovery(email)
      form.restart()
      toast({ title: 'Correo enviado', description: 'Usa el enlace o el código del mensaje más reciente.' })
    } catch (thrown) {
      toastError(thrown, 'ask_recovery')
    }
    setSending(false)
  }

  return (
    <Gate
      title="Revisa tu correo"
      description={
        <>
          Si{' '}
          <strong className="font-semibold text-ink">
            <EmailText>{email}</EmailText>
          </strong>{' '}
          tiene una cuenta, en unos minutos recibirás un mensaje. Abre su enlace o escribe aquí su código.
        </>
      }
      below={below}
    >
      <form noValidate onSubmit={form.submit} className="grid gap-5">
        <CodeField
          label="Código del correo"
          help={`${recoveryCodeDigits} dígitos. Dura una hora y sirve una sola vez.`}
          required
          hideMark
          {...form.text('code')}
        />
        <FormFailure failure={form.failure} />
        <Button type="submit" variant="primary" busy={form.busy} disabled={closed} busyLabel="Verificando...">
          Continuar
        </Button>
        <div className="border-t border-line pt-4 text-meta text-ink-2">
          <p>¿No lo encuentras? Búscalo en la carpeta de correo no deseado.</p>
          <div className="mt-2 flex flex-wrap gap-2 *:max-sm:flex-1">
            <Button
              size="compact"
              busy={sending}
              disabled={closed}
              busyLabel="Enviando..."
              onClick={sendAgain}
            >
              Enviar otro correo
            </Button>
            <Button size="compact" disabled={closed} onClick={onOtherEmail}>
              Usar otra dirección
            </Button>
          </div>
        </div>
      </form>
    </Gate>
  )
}
