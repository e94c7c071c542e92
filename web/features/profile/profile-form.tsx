import { useMutation } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { readAge } from '#domain/new-patient.ts'
import { phoneField } from '#domain/phone.ts'
import { type ProfileForm as Form, profileErrors } from '#domain/profile-form.ts'
import type { Profile } from '#web/backend/database.ts'
import { notices } from '#web/copy/notices.ts'
import {
  AgeField,
  LicenceField,
  NameField,
  PhoneField,
  SpecialtyField,
} from '#web/parts/forms/person-fields.tsx'
import { useForm } from '#web/parts/forms/use-form.ts'
import { updateProfile } from '#web/queries/profiles.ts'
import { refreshSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'

/** The person's own data; doctors also say what they are. The e-mail is shown elsewhere and never changes. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const isDoctor = profile.role === 'doctor'
  const save = useMutation({
    mutationFn: (typed: Form) => {
      const age = readAge(typed.age)
      return updateProfile(profile.id, {
        full_name: typed.full_name.trim(),
        phone: typed.phone.trim() || null,
        age: age.ok ? age.value : null,
        ...(isDoctor && {
          specialty: typed.specialty.trim() || null,
          professional_license: typed.professional_license.trim() || null,
        }),
      })
    },
    onSuccess: (_, typed) => {
      toast(notices.profileUpdated)
      form.restart(typed)
      return refreshSession()
    },
  })
  const form = useForm({
    start: {
      full_name: profile.full_name,
      phone: phoneField(profile.phone ?? ''),
      age: profile.age === null ? '' : String(profile.age),
      specialty: profile.specialty ?? '',
      professional_license: profile.professional_license ?? '',
    },
    check: (typed) => profileErrors(typed, profile),
    send: (typed) => save.mutateAsync(typed),
    code: 'update_profile',
  })
  useUnsavedWarning(form.dirty)

  return (
    <form noValidate onSubmit={form.submit} className="p-4.5">
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <NameField className="sm:col-span-2" {...form.text('full_name')} autoComplete="name" />
        <PhoneField {...form.text('phone')} autoComplete="tel" />
        <AgeField {...form.text('age')} />
        {isDoctor && (
          <>
            <SpecialtyField {...form.text('specialty')} />
            <LicenceField {...form.text('professional_license')} />
          </>
        )}
      </fieldset>
      <FormFailure failure={form.failure} className="mt-6" />
      <div className="mt-6 flex justify-end *:max-sm:w-full">
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          busyLabel="Guardando..."
          icon={<Save aria-hidden className="size-5" />}
        >
          Guardar Cambios
        </Button>
      </div>
    </form>
  )
}
