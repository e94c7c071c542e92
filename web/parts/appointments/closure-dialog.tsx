import { useQueryClient } from '@tanstack/react-query'
import type { Closure } from '#domain/clinic-hours.ts'
import { type ClosureDraft, closureProblems } from '#domain/closure-form.ts'
import type { AffectedAppointment } from '#web/backend/answers.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { addClosure, clinicHoursKeys } from '#web/queries/clinic-hours.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { type Option, Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '../forms/use-form.ts'

const words = {
  cierre: { title: 'Agregar cierre', done: 'Cierre agregado.', wholeDays: 'Todo el día' },
  ausencia: { title: 'Agregar ausencia', done: 'Ausencia agregada.', wholeDays: 'Todo el día' },
  apertura: { title: 'Abrir un día', done: 'Apertura agregada.', wholeDays: null },
} as const

/**
 * Adds a closure, an absence or an opening (docs/product/appointments.md). `doctors` are those to choose from; without them it
 * is of `doctorId`.
 */
export function ClosureDialog({
  kind,
  doctorId,
  doctors,
  onClose,
  onAdded,
}: {
  kind: Closure['kind']
  doctorId: string | null
  doctors?: readonly Option[]
  onClose: () => void
  onAdded: (affected: AffectedAppointment[]) => void
}) {
  const client = useQueryClient()
  const today = useClinicToday()
  const { title, done, wholeDays } = words[kind]
  const form = useForm({
    start: (): ClosureDraft => ({
      kind,
      doctorId: doctorId ?? '',
      first: '',
      last: '',
      wholeDays: wholeDays !== null,
      opens: '',
      closes: '',
      label: '',
    }),
    // Most are of one day.
    check: (draft) => closureProblems({ ...draft, last: draft.last || draft.first }),
    send: async (draft, idFor) => {
      const row = rowOf(draft)
      const affected = await addClosure({ id: idFor(row), ...row })
      toast({ title: 'Éxito', description: done })
      onClose()
      onAdded(affected)
      await client.invalidateQueries({ queryKey: clinicHoursKeys.all })
    },
    code: 'save_hours',
  })
  return (
    <FormDialog form={form} onClose={onClose} title={title} action={title} actionBusy="Guardando...">
      <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {doctors && (
          <Select
            label="Doctor"
            required={kind === 'ausencia'}
            options={doctors}
            placeholder={kind === 'ausencia' ? 'Selecciona un doctor' : 'Toda la clínica'}
            className="sm:col-span-2"
            {...form.text('doctorId')}
          />
        )}
        <DateField label="Desde" name="first" required today={today} {...form.field('first')} />
        <DateField
          label="Hasta"
          name="last"
          optional
          help="Vacío: el mismo día."
          today={today}
          {...form.field('last')}
        />
        {wholeDays && <Checkbox label={wholeDays} className="sm:col-span-2" {...form.tick('wholeDays')} />}
        {!form.values.wholeDays && (
          <>
            <TextField label="Desde las" type="time" step={1800} required {...form.text('opens')} />
            <TextField label="Hasta las" type="time" step={1800} required {...form.text('closes')} />
          </>
        )}
        <TextField
          label="Motivo"
          optional
          autoComplete="off"
          help={kind === 'cierre' ? 'La página pública lo muestra 30 días antes.' : undefined}
          className="sm:col-span-2"
          {...form.text('label')}
        />
      </fieldset>
    </FormDialog>
  )
}

function rowOf({ kind, doctorId, first, last, wholeDays, opens, closes, label }: ClosureDraft): Closure {
  return {
    doctor_id: doctorId || null,
    kind,
    first_day: first,
    last_day: last || first,
    opens: wholeDays ? null : opens,
    closes: wholeDays ? null : closes,
    label: label.trim() || null,
  }
}
