import { type FormEvent, useId, useState } from 'react'
import { recoveryPath } from '#domain/addresses.ts'
import { type AppError, toAppError } from '#web/backend/errors.ts'
import { notices } from '#web/copy/notices.ts'
import { signInHelp } from '#web/copy/sign-in-help.ts'
import * as paths from '#web/hooks/paths.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { rememberedEmail } from '#web/session/recovery.ts'
import { signIn } from '#web/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { DialogFrame } from '#web/ui/dialog-frame.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast, toastOnNextPage } from '#web/ui/toast.ts'
import { ClinicContact } from './clinic-contact.tsx'

type Problems = { email?: string; password?: string }

/**
 * 'Acceso al Portal'. Closes on success and calls `onSignedIn`; without it, or when a code or a new password
 * comes first, it goes to the panel. Uses neither router nor queries, so that the landing can load it alone.
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
  const [failure, setFailure] = useState<AppError | null>(null)
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
    setFailure(null)
    try {
      const { due } = await signIn(email, password)
      if (onSignedIn && !due) {
        toast(notices.signedIn)
        setPassword('')
        onOpenChange(false)
        onSignedIn()
      } else {
        // Whoever still owes a code, or cannot go on, is not signed in yet.
        if (due === null || due === 'new-password') toastOnNextPage(notices.signedIn)
        location.assign(paths.home)
      }
    } catch (thrown) {
      setFailure(toAppError(thrown, 'sign_in'))
      toastError(thrown, 'sign_in')
    } finally {
      setBusy(false)
    }
  }

  return (
    <DialogFrame
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
        {failure && <NextStep failure={failure} />}
        <Button type="submit" variant="primary" busy={busy} className="w-full">
          Iniciar Sesión
        </Button>
        <a
          href={recoveryPath}
          onClick={() => rememberedEmail.set(email)}
          className={buttonStyle('link', 'normal', 'justify-self-center')}
        >
          ¿Olvidaste tu contraseña?
        </a>
      </form>
    </DialogFrame>
  )
}

/** What to do next, below the message that says why; stays when that message goes. */
function NextStep({ failure }: { failure: AppError }) {
  const { words, askClinic } = signInHelp(failure)
  return (
    <div className="grid gap-3 rounded-field bg-sunken p-4 text-meta text-ink-2">
      <p>{words}</p>
      {askClinic && <ClinicContact message="Hola, no puedo entrar al portal. ¿Me pueden ayudar?" />}
    </div>
  )
}

function check(email: string, password: string): Problems {
  return {
    email: email.trim() === '' ? 'Escribe tu correo electrónico.' : undefined,
    password: password === '' ? 'Escribe tu contraseña.' : undefined,
  }
}
