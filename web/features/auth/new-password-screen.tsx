import { type FormEvent, useEffect, useId, useState } from 'react'
import { newPasswordProblem } from '#domain/password.ts'
import { notices } from '#web/copy/notices.ts'
import { useOwnWords } from '#web/data/own-words.ts'
import { changePassword } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/panel.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'
import { useSignOut } from './use-sign-out.ts'

/** All that an account with a temporary password may do: choose its own. The guard opens the rest afterwards. */
export function NewPasswordScreen() {
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { signingOut, signOut } = useSignOut()
  const own = useOwnWords()
  const fields = { password: useId(), repeat: useId() }

  useEffect(() => {
    document.title = 'Elige una nueva contraseña'
  }, [])

  // Two passwords that differ are a matter of the second field, anything else of the first.
  const about = newPasswordProblem(password, password, own) === null ? 'repeat' : 'password'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = newPasswordProblem(password, password, own) ?? newPasswordProblem(password, repeat)
    setProblem(found)
    if (found) {
      document.getElementById(fields[about])?.focus()
      return
    }
    setBusy(true)
    try {
      await changePassword(password)
      toast(notices.passwordChanged)
    } catch (failure) {
      toastError(failure, 'change_password')
      setBusy(false)
    }
  }

  return (
    <main className="mx-auto grid min-h-dvh max-w-110 content-center gap-5 px-4 py-10">
      <div>
        <h1 tabIndex={-1} className="text-page">
          Elige una nueva contraseña
        </h1>
        <p className="mt-2 text-ink-2">
          Entraste con una contraseña temporal. Antes de continuar, elige una que solo tú conozcas.
        </p>
      </div>
      <Card className="p-5 sm:p-6">
        <form noValidate onSubmit={submit} className="grid gap-5">
          <PasswordField
            id={fields.password}
            label="Nueva contraseña"
            name="new-password"
            autoComplete="new-password"
            help="Al menos 6 caracteres."
            required
            hideMark
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={about === 'password' ? problem : null}
          />
          <PasswordField
            id={fields.repeat}
            label="Confirmar contraseña"
            name="confirm-password"
            autoComplete="new-password"
            required
            hideMark
            value={repeat}
            onChange={(event) => setRepeat(event.target.value)}
            error={about === 'repeat' ? problem : null}
          />
          <Button type="submit" variant="primary" busy={busy} busyLabel="Guardando...">
            Guardar contraseña
          </Button>
        </form>
      </Card>
      <Button
        variant="ghost"
        busy={signingOut}
        busyLabel="Cerrando..."
        onClick={signOut}
        className="justify-self-center"
      >
        Cerrar Sesión
      </Button>
    </main>
  )
}
