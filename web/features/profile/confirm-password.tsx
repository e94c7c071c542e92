import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { toAppError } from '#web/backend/errors.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { provePassword } from '#web/session/prove-password.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** The message at a current-password field that was wrong or empty. */
export const passwordProofWords = {
  empty: 'Escribe tu contraseña actual.',
  wrong: 'Esa no es tu contraseña actual.',
}

/** Asks for the password before an action that an unattended screen must not allow. `title` names the action. */
export function ConfirmPassword({
  title,
  onProven,
  onClose,
}: {
  title: string
  onProven: () => void
  onClose: () => void
}) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useId()
  const prove = useMutation({
    mutationFn: provePassword,
    onSuccess: onProven,
    onError: (error) => {
      if (toAppError(error, 'prove_password').reason === 'credentials') refuse(passwordProofWords.wrong)
      else toastError(error, 'prove_password')
    },
  })

  function refuse(words: string) {
    setProblem(words)
    document.getElementById(field)?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (prove.isPending) return
    setProblem(null)
    if (password === '') return refuse(passwordProofWords.empty)
    prove.mutate(password)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="Para confirmar que eres tú, escribe primero tu contraseña."
      width="narrow"
      dismissible={!prove.isPending}
      wrap={(content) => (
        <form noValidate onSubmit={submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <DialogCancel disabled={prove.isPending} />
          <Button type="submit" variant="primary" busy={prove.isPending} busyLabel="Comprobando...">
            Continuar
          </Button>
        </>
      }
    >
      <PasswordField
        id={field}
        label="Contraseña actual"
        name="current-password"
        autoComplete="current-password"
        required
        hideMark
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={problem}
      />
    </Dialog>
  )
}
