import { useMutation } from '@tanstack/react-query'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { provePassword } from '#web/session/prove-password.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
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
  const prove = useMutation({ mutationFn: provePassword, onSuccess: onProven })
  const form = useForm({
    start: { password: '' },
    check: ({ password }) => ({ password: password === '' ? passwordProofWords.empty : null }),
    send: ({ password }) => prove.mutateAsync(password),
    code: 'prove_password',
    secret: true,
    failed: (failure) => {
      if (failure.reason !== 'credentials') return void toastError(failure, 'prove_password')
      return { password: passwordProofWords.wrong }
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      unsaved={false}
      title={title}
      description="Para confirmar que eres tú, escribe primero tu contraseña."
      width="narrow"
      action="Continuar"
      actionBusy="Comprobando..."
    >
      <PasswordField
        {...form.text('password')}
        label="Contraseña actual"
        name="current-password"
        autoComplete="current-password"
        required
        hideMark
      />
    </FormDialog>
  )
}
