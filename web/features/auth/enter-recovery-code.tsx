import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { recoveryCodeDigits } from '#domain/recovery.ts'
import { toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { askRecovery, checkRecoveryCode } from '#web/session/recovery.ts'
import { startSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { toast } from '#web/ui/toast.ts'
import { Gate } from './gate.tsx'

/** The message is on its way, if the account exists: its link leads here by itself, its code is typed. */
export function EnterRecoveryCode({
  email,
  onOtherEmail,
  below,
}: {
  email: string
  onOtherEmail: () => void
  below: ReactNode
}) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [doing, setDoing] = useState<'checking' | 'sending' | null>(null)
  const field = useId()

  function refuse(words: string) {
    setProblem(words)
    document.getElementById(field)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (doing) return
    const found = codeProblem(code, recoveryCodeDigits)
    if (found) return refuse(found)
    setProblem(null)
    setDoing('checking')
    try {
      await checkRecoveryCode(email, code)
      // Opens the next question, also where the session could not be read before.
      await startSession()
    } catch (thrown) {
      const failure = toAppError(thrown, 'check_recovery_code')
      toastError(failure, 'check_recovery_code')
      if (failure.reason === 'link_expired' || failure.reason === 'limit')
        refuse(errorMessage(failure).description)
      setDoing(null)
    }
  }

  async function sendAgain() {
    setDoing('sending')
    try {
      await askRecovery(email)
      setCode('')
      setProblem(null)
      toast({ title: 'Correo enviado', description: 'Usa el enlace o el código del mensaje más reciente.' })
    } catch (thrown) {
      toastError(thrown, 'ask_recovery')
    }
    setDoing(null)
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
      <form noValidate onSubmit={submit} className="grid gap-5">
        <CodeField
          id={field}
          label="Código del correo"
          name="code"
          help={`${recoveryCodeDigits} dígitos. Dura una hora y sirve una sola vez.`}
          required
          hideMark
          value={code}
          onCode={setCode}
          error={problem}
        />
        <Button
          type="submit"
          variant="primary"
          busy={doing === 'checking'}
          disabled={doing !== null}
          busyLabel="Verificando..."
        >
          Continuar
        </Button>
        <div className="border-t border-line pt-4 text-meta text-ink-2">
          <p>¿No lo encuentras? Búscalo en la carpeta de correo no deseado.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              size="compact"
              busy={doing === 'sending'}
              disabled={doing !== null}
              busyLabel="Enviando..."
              onClick={sendAgain}
            >
              Enviar otro correo
            </Button>
            <Button size="compact" disabled={doing !== null} onClick={onOtherEmail}>
              Usar otra dirección
            </Button>
          </div>
        </div>
      </form>
    </Gate>
  )
}
