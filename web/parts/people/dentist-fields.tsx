import type { DentistForm } from '#domain/dentist-form.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { EmailField, LicenceField, NameField, PhoneField } from '../forms/person-fields.tsx'
import type { useForm } from '../forms/use-form.ts'

/** Who a dentist is: filled in by an administrator, or with `own` by the dentist, of whom the browser knows much. */
export function DentistFields({
  form,
  own = false,
}: {
  form: ReturnType<typeof useForm<DentistForm, Partial<Record<keyof DentistForm, string>>>>
  own?: boolean
}) {
  const { text } = form
  const known = (name: string) => (own ? name : 'off')
  return (
    <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <NameField className="sm:col-span-2" {...text('full_name')} autoComplete={known('name')} />
      <TextField
        label="Consultorio"
        required
        className="sm:col-span-2"
        {...text('practice')}
        autoComplete={known('organization')}
      />
      <EmailField className="sm:col-span-2" {...text('email')} autoComplete={known('email')} />
      <PhoneField required {...text('phone')} autoComplete={known('tel')} />
      <LicenceField inputMode="numeric" {...text('licence')} />
      {!own && (
        <TextField
          label="Dirección"
          optional
          className="sm:col-span-2"
          autoComplete="off"
          {...text('address')}
        />
      )}
    </fieldset>
  )
}
