import { accountKind, accountKinds } from '#domain/account-kind.ts'
import { withRole } from '#domain/user-form.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import {
  AgeField,
  EmailField,
  LicenceField,
  NameField,
  PhoneField,
  SpecialtyField,
} from '#web/parts/forms/person-fields.tsx'
import type { User } from '#web/queries/admin-users.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { useProtection } from './use-protection.ts'
import type { UserFormState } from './use-user-form.ts'

const roles = [
  { value: 'patient', label: accountKinds.patient },
  { value: 'doctor', label: accountKinds.doctor },
]
const dentist = [{ value: 'dentist', label: accountKinds.dentist }]

/** The fields of an account; e-mail and password only while there is none yet, what doctors have only for doctors. */
export function UserFields({ form, user }: { form: UserFormState; user: User | null }) {
  const { text, values, set } = form
  const { isMainAdmin } = useProtection(user)
  return (
    <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <NameField className="sm:col-span-2" {...text('full_name')} />
      {!user && (
        <>
          <EmailField className="sm:col-span-2" help="No se puede cambiar después." {...text('email')} />
          <PasswordField
            label="Contraseña"
            required
            autoComplete="new-password"
            className="sm:col-span-2"
            help="Es temporal: al entrar por primera vez elegirá otra. La encuentras en Credenciales durante una hora."
            {...text('password')}
          />
        </>
      )}
      <PhoneField {...text('phone')} />
      <AgeField {...text('age')} />
      <Select
        label="Rol"
        required
        className="sm:col-span-2"
        name="role"
        // A dentist's account is made and closed in 'Gestión de Referentes', and stays one.
        options={
          values.role === 'dentist'
            ? dentist
            : isMainAdmin
              ? roles.filter(({ value }) => value === 'doctor')
              : roles
        }
        value={values.role}
        onChange={({ target }) => set(withRole(values, accountKind(target.value)))}
      />
      {values.role === 'doctor' && (
        <>
          <SpecialtyField autoComplete="off" {...text('specialty')} />
          <LicenceField {...text('professional_license')} />
          {isMainAdmin ? (
            <Checkbox
              label="Administrador"
              checked
              disabled
              readOnly
              className="sm:col-span-2"
              help="La cuenta de administrador principal siempre es de un doctor administrador."
            />
          ) : (
            <Checkbox
              label="Administrador"
              className="sm:col-span-2"
              help="Entra al panel de administración: ve y cambia los datos de toda la clínica."
              {...form.tick('is_admin')}
            />
          )}
          {user && reportsOn() && (
            <Checkbox
              label="Escribe informes"
              className="sm:col-span-2"
              help="Puede escribir y firmar los informes de sus pacientes. Lo que ya firmó se queda como está."
              {...form.tick('may_report')}
            />
          )}
        </>
      )}
    </fieldset>
  )
}
