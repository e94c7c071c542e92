import { type FormEvent, useId, useState } from 'react'
import { notices } from '#web/copy/notices.ts'
import { signIn } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast, toastOnNextPage } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'

type Problems = { email?: string; password?: string }

/** Where a signed-in person's area begins. */
const panel = '/dashboard'

/**
 * 'Acceso al Portal'. Closes on success and calls `onSignedIn`; without it, or when a new password must be chosen
 * first, it goes to the panel. Needs neither router nor queries, so that the landing can load it by itself.
 */
export function SignInDialog({
  open,
  onOpenChange,
  onSignedIn,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onSignedIn?: () => void
}) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const fields = { email: useId(), password: useId() }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = check(email, password)
    setProblems(found)
    if (found.email || found.password) {
      document.getElementById(found.email ? fields.email : fields.password)?.focus()
      return
    }
    setBusy(true)
    try {
      const { mustChange } = await signIn(email, password)
      if (onSignedIn && !mustChange) {
        toast(notices.signedIn)
        setPassword('')
        onOpenChange(false)
        onSignedIn()
      } else {
        toastOnNextPage(notices.signedIn)
        location.assign(panel)
      }
    } catch (failure) {
      toastError(failure, 'sign_in')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Acceso al Portal"
      description="Inicia sesión para acceder a tu panel."
      width="narrow"
      dismissible={!busy}
    >
      <form noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          id={fields.email}
          label="Correo Electrónico"
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          required
          hideMark
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={problems.email}
        />
        <PasswordField
          id={fields.password}
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          required
          hideMark
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problems.password}
        />
        <Button type="submit" variant="primary" busy={busy} className="w-full">
          Iniciar Sesión
        </Button>
      </form>
    </Dialog>
  )
}

function check(email: string, password: string): Problems {
  return {
    email: email.trim() === '' ? 'Escribe tu correo electrónico.' : undefined,
    password: password === '' ? 'Escribe tu contraseña.' : undefined,
  }
}
