import { type FormEvent, useId, useState } from 'react'
import { newPasswordProblem } from '#domain/password.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { useOwnPasswordWords } from '#web/session/own-password-words.ts'
import { changePassword } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.ts'

/** A new password, twice the same (docs/product/accounts.md). For people who are signed in. */
export function NewPasswordForm({ onSaved }: { onSaved?: () => void }) {
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const own = useOwnPasswordWords()
  const fields = { password: useId(), repeat: useId() }

  // If the two passwords differ, the message belongs to the second field, else to the first.
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
      onSaved?.()
    } catch (failure) {
      toastError(failure, 'change_password')
      setBusy(false)
    }
  }

  return (
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
  )
}
