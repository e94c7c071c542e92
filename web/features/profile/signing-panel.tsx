import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { type SigningForm, signingErrors } from '#domain/signing-form.ts'
import { notices } from '#web/copy/notices.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import {
  type SigningProfile,
  signingProfileKey,
  signingProfileQuery,
  updateSigningProfile,
} from '#web/queries/signing-profile.ts'
import { Button } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'

/** What a doctor's signature on a report names beside name, speciality and professional licence. */
export function SigningPanel({ id }: { id: string }) {
  const query = useQuery(signingProfileQuery(id))
  return (
    <Panel title="Firma de Informes">
      <Loaded query={query} code="load_profile" skeleton={<SkeletonRows rows={2} />}>
        {(stored) => <SigningFields id={id} stored={stored} />}
      </Loaded>
    </Panel>
  )
}

function SigningFields({ id, stored }: { id: string; stored: SigningProfile | null }) {
  const client = useQueryClient()
  const today = useClinicToday()
  const form = useForm({
    start: {
      specialty_license: stored?.specialty_license ?? '',
      specialty_certificate: stored?.specialty_certificate ?? '',
      certificate_until: stored?.certificate_until ?? '',
    },
    check: (typed: SigningForm) => signingErrors(typed),
    send: async (typed) => {
      const text = (name: keyof SigningForm) => typed[name].trim() || null
      await updateSigningProfile(id, {
        specialty_license: text('specialty_license'),
        specialty_certificate: text('specialty_certificate'),
        certificate_until: text('certificate_until'),
      })
      toast(notices.profileUpdated)
      form.restart(typed)
      void client.invalidateQueries({ queryKey: signingProfileKey })
    },
    code: 'update_profile',
  })
  useUnsavedWarning(form.dirty)
  return (
    <form noValidate onSubmit={form.submit} className="p-4.5">
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField label="Cédula de Especialidad" optional {...form.text('specialty_license')} />
        <TextField label="Certificado de Especialidad" optional {...form.text('specialty_certificate')} />
        <DateField
          label="Vigencia del Certificado"
          optional
          today={today}
          disabled={form.busy}
          help="Pasado ese día no se imprime en tus informes."
          {...form.field('certificate_until')}
        />
      </fieldset>
      <FormFailure failure={form.failure} className="mt-6" />
      <div className="mt-6 flex justify-end *:max-sm:w-full">
        <Button
          type="submit"
          busy={form.busy}
          busyLabel="Guardando..."
          icon={<Save aria-hidden className="size-5" />}
        >
          Guardar Firma
        </Button>
      </div>
    </form>
  )
}
