import { staleCode } from '#web/parts/feedback/stale-code.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { passSecondFactor } from '#web/session/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { ClinicContact } from './clinic-contact.tsx'

/** Asks for the code of the authenticator app, and says what to do without the phone. `onPassed` when it was right. */
export function SecondFactorForm({ onPassed }: { onPassed?: () => void }) {
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code, 6) }),
    send: async ({ code }) => {
      await passSecondFactor(code)
      onPassed?.()
    },
    code: 'check_second_factor',
    secret: true,
    failed: (failure) => {
      toastError(failure, 'check_second_factor')
      const problem = staleCode(failure)
      if (problem) form.restart()
      return { code: problem }
    },
  })

  return (
    <div className="grid gap-5">
      <form noValidate onSubmit={form.submit} className="grid gap-5">
        <CodeField
          label="Código de verificación"
          help="Seis dígitos, que cambian cada 30 segundos."
          required
          hideMark
          {...form.text('code')}
        />
        <FormFailure failure={form.failure} />
        <Button type="submit" variant="primary" busy={form.busy} busyLabel="Verificando...">
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
