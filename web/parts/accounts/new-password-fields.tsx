import { PasswordField } from '#web/ui/password-field.tsx'
import type { TextFieldProps } from '#web/ui/text-field.tsx'

/** A new password, twice the same; checked by `newPasswordProblems`. */
export function NewPasswordFields({
  form,
  hideMark,
}: {
  form: { text: (name: 'password' | 'repeat') => Pick<TextFieldProps, 'value' | 'error' | 'onChange'> }
  hideMark?: boolean
}) {
  return (
    <>
      <PasswordField
        {...form.text('password')}
        label="Nueva contraseña"
        name="new-password"
        autoComplete="new-password"
        help="Al menos 6 caracteres."
        required
        hideMark={hideMark}
      />
      <PasswordField
        {...form.text('repeat')}
        label="Confirmar contraseña"
        name="confirm-password"
        autoComplete="new-password"
        required
        hideMark={hideMark}
      />
    </>
  )
}
