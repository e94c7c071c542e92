import { useMutation } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { readAge } from '#domain/new-patient.ts'
import { type ProfileForm as Form, profileErrors } from '#domain/profile-form.ts'
import type { Profile } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { updateProfile } from '#web/queries/profiles.ts'
import { refreshSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ruleResolver } from '#web/ui/rule-resolver.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'

/** The person's own data; doctors also say what they are. The e-mail is shown elsewhere and never changes. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const isDoctor = profile.role === 'doctor'
  const { register, handleSubmit, formState, reset } = useForm<Form>({
    defaultValues: {
      full_name: profile.full_name,
      phone: profile.phone ?? '',
      age: profile.age === null ? '' : String(profile.age),
      specialty: profile.specialty ?? '',
      professional_license: profile.professional_license ?? '',
    },
    resolver: ruleResolver((form) => profileErrors(form, profile.phone)),
  })
  const save = useMutation({
    mutationFn: async (form: Form) => {
      const age = readAge(form.age)
      await updateProfile(profile.id, {
        full_name: form.full_name.trim(),
        phone: form.phone.trim() || null,
        age: age.ok ? age.value : null,
        ...(isDoctor && {
          specialty: form.specialty.trim() || null,
          professional_license: form.professional_license.trim() || null,
        }),
      })
    },
    onSuccess: (_, form) => {
      toast(notices.profileUpdated)
      reset(form)
      return refreshSession()
    },
    onError: (error) => toastError(error, 'update_profile'),
  })
  const { errors, isDirty } = formState
  useUnsavedWarning(isDirty)

  return (
    <form noValidate onSubmit={handleSubmit((form) => save.mutate(form))} className="p-4.5">
      <fieldset disabled={save.isPending} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField
          label="Nombre Completo"
          required
          autoComplete="name"
          className="sm:col-span-2"
          error={errors.full_name?.message}
          {...register('full_name')}
        />
        <TextField
          label="Teléfono"
          type="tel"
          optional
          autoComplete="tel"
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
        {isDoctor && (
          <>
            <TextField
              label="Especialidad"
              optional
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
          </>
        )}
      </fieldset>
      <div className="mt-6 flex justify-end *:max-sm:w-full">
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending}
          busyLabel="Guardando..."
          icon={<Save aria-hidden className="size-5" />}
        >
          Guardar Cambios
        </Button>
      </div>
    </form>
  )
}
