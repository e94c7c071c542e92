import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Save } from 'lucide-react'
import { dentistErrors } from '#domain/dentist-form.ts'
import { notices } from '#web/copy/notices.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { type Practice, practiceQuery, savePractice } from '#web/queries/orders.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'

/** The practice that stands on a dentist's orders and cards. */
export function PracticePanel() {
  const query = useQuery(practiceQuery(useProfile().id))
  return (
    <Panel title="Consultorio">
      <Loaded query={query} code="load_practice" skeleton={<SkeletonRows rows={3} />}>
        {(practice) => practice && <PracticeForm practice={practice} />}
      </Loaded>
    </Panel>
  )
}

function PracticeForm({ practice }: { practice: Practice }) {
  const me = useProfile()
  const client = useQueryClient()
  const form = useForm({
    start: {
      practice: practice.practice,
      phone: practice.phone ?? '',
      address: practice.address ?? '',
    },
    check: (typed) => {
      const { practice, phone, address } = dentistErrors({ ...typed, full_name: '', email: '', licence: '' })
      return { practice, address, phone: typed.phone.trim() === '' ? undefined : phone }
    },
    send: async (typed) => {
      await savePractice(me.id, {
        practice: typed.practice.trim(),
        phone: typed.phone.trim() || null,
        address: typed.address.trim() || null,
      })
      form.restart(typed)
      toast(notices.profileUpdated)
      await client.invalidateQueries({ queryKey: practiceQuery(me.id).queryKey })
    },
    code: 'update_profile',
  })
  useUnsavedWarning(form.dirty)
  return (
    <form noValidate onSubmit={form.submit} className="p-4.5">
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <TextField label="Nombre del consultorio" required {...form.text('practice')} />
        <TextField
          label="Teléfono del consultorio"
          type="tel"
          optional
          autoComplete="off"
          {...form.text('phone')}
        />
        <TextField label="Dirección" optional {...form.text('address')} className="sm:col-span-2" />
      </fieldset>
      <FormFailure failure={form.failure} className="mt-6" />
      <div className="mt-6 flex justify-end *:max-sm:w-full">
        <Button
          type="submit"
          busy={form.busy}
          busyLabel="Guardando..."
          icon={<Save aria-hidden className="size-5" />}
        >
          Guardar consultorio
        </Button>
      </div>
    </form>
  )
}
