import { TextField, type TextFieldProps } from './text-field.tsx'

/** A code of digits from a message or an app; phones offer to fill it in. Spaces between the digits are fine. */
export function CodeField(props: Omit<TextFieldProps, 'type'>) {
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={20}
    />
  )
}

/** What is wrong with a code before it is sent: null when it has exactly this many digits. */
export function codeProblem(code: string, digits: number): string | null {
  if (code.trim() === '') return 'Escribe el código.'
  return code.replaceAll(/\D/g, '').length === digits ? null : `El código tiene ${digits} dígitos.`
}
