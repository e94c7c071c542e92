import { useId, useState } from 'react'
import { recoveryPath } from '#domain/addresses.ts'
import type { AppError } from '#web/backend/errors.ts'
import { notices } from '#web/copy/notices.ts'
import { signInHelp } from '#web/copy/sign-in-help.ts'
import * as paths from '#web/hooks/paths.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { EmailField } from '#web/parts/forms/person-fields.tsx'
import { useForm } from '#web/parts/forms/use-form.ts'
import { rememberedEmail } from '#web/session/recovery.ts'
import { signIn } from '#web/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast, toastLink, toastOnNextPage } from '#web/ui/toast.ts'
import { ClinicContact } from './clinic-contact.tsx'

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
  const [failure, setFailure] = useState<AppError | null>(null)
  const next = useId()
  const form = useForm({
    start: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: email.trim() === '' ? 'Escribe tu correo electrónico.' : null,
      password: password === '' ? 'Escribe tu contraseña.' : null,
    }),
    send: async ({ email, password }) => {
      setFailure(null)
      const { due } = await signIn(email, password)
      if (onSignedIn && !due) {
        toast({ ...notices.signedIn, description: <Welcome /> })
        form.set({ password: '' })
        onOpenChange(false)
        onSignedIn()
      } else {
        // Whoever still owes a code, or cannot go on, is not signed in yet.
        if (due === null || due === 'new-password') toastOnNextPage(notices.signedIn)
        location.assign(paths.home)
      }
    },
    code: 'sign_in',
    secret: true,
    failed: (thrown, focus) => {
      setFailure(thrown)
      toastError(thrown, 'sign_in')
      if (thrown.reason === 'credentials') focus('password')
    },
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Acceso al Portal"
      description="Inicia sesión para acceder a tu panel."
      width="narrow"
      dismissible={!form.busy}
    >
      <form noValidate onSubmit={form.submit} className="grid gap-5">
        <EmailField autoComplete="username" inputMode="email" hideMark {...form.text('email')} />
        <PasswordField
          label="Contraseña"
          autoComplete="current-password"
          required
          hideMark
          wrong={failure?.reason === 'credentials' ? next : null}
          {...form.text('password')}
        />
        {failure && <NextStep id={next} failure={failure} />}
        <Button type="submit" variant="primary" busy={form.busy} className="w-full">
          Iniciar Sesión
        </Button>
        <a
          href={recoveryPath}
          onClick={() => rememberedEmail.set(form.values.email)}
          className={buttonStyle('link', 'normal', 'justify-self-center')}
        >
          ¿Olvidaste tu contraseña?
        </a>
      </form>
    </Dialog>
  )
}

/** live/account.ts makes the link lead to whichever panel is theirs. */
function Welcome() {
  return (
    <>
      {notices.signedIn.description}
      <a href={paths.home} data-panel className={toastLink}>
        Ir a mi panel
      </a>
    </>
  )
}

/** What to do next, below the message that says why; stays when that message goes. */
function NextStep({ id, failure }: { id: string; failure: AppError }) {
  const { words, askClinic } = signInHelp(failure)
  return (
    <Notice tone="bad" id={id} className="text-meta">
      <p>{words}</p>
      {askClinic && (
        <div className="mt-3">
          <ClinicContact message="Hola, no puedo entrar al portal. ¿Me pueden ayudar?" />
        </div>
      )}
    </Notice>
  )
}
