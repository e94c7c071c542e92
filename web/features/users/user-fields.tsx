import { useWatch } from 'react-hook-form'
import { withRole } from '#domain/user-form.ts'
import type { User } from '#web/queries/admin-users.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useProtection } from './use-protection.ts'
import type { UserFormState } from './use-user-form.ts'

const roles = [
  { value: 'patient', label: 'Paciente' },
  { value: 'doctor', label: 'Doctor' },
]

/** The fields of an account; e-mail and password only while there is none yet, what doctors have only for doctors. */
export function UserFields({
  form: { register, control, formState, getValues, setValue, saving },
  user,
}: {
  form: UserFormState
  user: User | null
}) {
  const { errors } = formState
  const role = useWatch({ control, name: 'role' })
  const { isMainAdmin } = useProtection(user)
  return (
    <fieldset disabled={saving} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <TextField
        label="Nombre Completo"
        required
        autoComplete="off"
        className="sm:col-span-2"
        error={errors.full_name?.message}
        {...register('full_name')}
      />
      {!user && (
        <>
          <TextField
            label="Correo Electrónico"
            type="email"
            required
            autoComplete="off"
            className="sm:col-span-2"
            help="No se puede cambiar después."
            error={errors.email?.message}
            {...register('email')}
          />
          <PasswordField
            label="Contraseña"
            required
            autoComplete="new-password"
            className="sm:col-span-2"
            help="Es temporal: al entrar por primera vez elegirá otra. La encuentras en Credenciales durante una hora."
            error={errors.password?.message}
            {...register('password')}
          />
        </>
      )}
      <TextField
        label="Teléfono"
        type="tel"
        optional
        autoComplete="off"
        error={errors.phone?.message}
        {...register('phone')}
      />
      <TextField
        label="Edad"
        inputMode="numeric"
        optional
        autoComplete="off"
        error={errors.age?.message}
        {...register('age')}
      />
      <Select
        label="Rol"
        required
        className="sm:col-span-2"
        // Not disabled: the form would then lose its value.
        options={isMainAdmin ? roles.filter(({ value }) => value === 'doctor') : roles}
        {...register('role', {
          onChange: () => {
            const { is_admin } = withRole(getValues(), getValues('role'))
            setValue('is_admin', is_admin, { shouldDirty: true })
          },
        })}
      />
      {role === 'doctor' && (
        <>
          <TextField
            label="Especialidad"
            optional
            autoComplete="off"
            error={errors.specialty?.message}
            {...register('specialty')}
          />
          <TextField
            label="Cédula Profesional"
            optional
            autoComplete="off"
            error={errors.professional_license?.message}
            {...register('professional_license')}
          />
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
              {...register('is_admin')}
            />
          )}
        </>
      )}
    </fieldset>
  )
}
