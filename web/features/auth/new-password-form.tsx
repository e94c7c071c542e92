import { newPasswordProblems } from '#domain/password.ts'
import { notices } from '#web/copy/notices.ts'
import { NewPasswordFields } from '#web/parts/accounts/new-password-fields.tsx'
import { useForm } from '#web/parts/forms/use-form.ts'
import { useOwnPasswordWords } from '#web/session/own-password-words.ts'
import { changePassword } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { toast } from '#web/ui/toast.ts'

/** A new password, twice the same (docs/product/accounts.md). For people who are signed in. */
export function NewPasswordForm({ onSaved }: { onSaved?: () => void }) {
  const own = useOwnPasswordWords()
  const form = useForm({
    start: { password: '', repeat: '' },
    check: (typed) => newPasswordProblems(typed, own),
    send: async ({ password }) => {
      await changePassword(password)
      toast(notices.passwordChanged)
      onSaved?.()
    },
    code: 'change_password',
    secret: true,
  })
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      <NewPasswordFields form={form} hideMark />
      <FormFailure failure={form.failure} />
      <Button type="submit" variant="primary" busy={form.busy} busyLabel="Guardando...">
        Guardar contraseña
      </Button>
    </form>
  )
}
