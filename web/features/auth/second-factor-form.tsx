import { type FormEvent, useId, useState } from 'react'
import { toAppError } from '#web/backend/errors.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { passSecondFactor } from '#web/session/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { ClinicContact } from './clinic-contact.tsx'

/** Asks for the code of the authenticator app, and says what to do without the phone. `onPassed` when it was right. */
export function SecondFactorForm({ onPassed }: { onPassed?: () => void }) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useId()

  function refuse(words: string) {
    setProblem(words)
    document.getElementById(field)?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = codeProblem(code, 6)
    if (found) return refuse(found)
    setProblem(null)
    setBusy(true)
    try {
      await passSecondFactor(code)
      onPassed?.()
    } catch (failure) {
      toastError(failure, 'check_second_factor')
      const { reason } = toAppError(failure, 'check_second_factor')
      if (reason === 'wrong_code' || reason === 'challenge_expired') {
        setCode('')
        refuse('Escribe el código que muestre ahora tu aplicación.')
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid gap-5">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <CodeField
          id={field}
          label="Código de verificación"
          name="code"
          help="Seis dígitos, que cambian cada 30 segundos."
          required
          hideMark
          value={code}
          onCode={setCode}
          error={problem}
        />
        <Button type="submit" variant="primary" busy={busy} busyLabel="Verificando...">
          Verificar
        </Button>
      </form>
      <details className="border-t border-line pt-4">
        <summary className="min-h-11 cursor-pointer content-center rounded-small font-semibold text-brand-700">
          ¿No tienes tu teléfono a la mano?
        </summary>
        <div className="mt-1 grid gap-3 text-ink-2">
          <p>
            Si lo perdiste o cambiaste de teléfono, comunícate con la clínica. Después de comprobar que eres
            tú, puede quitar la verificación en dos pasos de tu cuenta.
          </p>
          <ClinicContact message="Hola, perdí el teléfono con mi aplicación de verificación y no puedo entrar al portal." />
        </div>
      </details>
    </div>
  )
}
