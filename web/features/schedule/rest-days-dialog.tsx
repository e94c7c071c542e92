import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Closure } from '#domain/clinic-hours.ts'
import { longDay } from '#domain/days.ts'
import { restDays } from '#domain/rest-days.ts'
import type { AffectedAppointment } from '#web/backend/answers.ts'
import { newId } from '#web/backend/ids.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { addClosure, clinicHoursKeys } from '#web/queries/clinic-hours.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** The rest days of a year that are to come and not closed yet, none ticked: the clinic chooses and checks them. */
export function RestDaysDialog({
  year,
  closures,
  onClose,
  onAdded,
}: {
  year: number
  closures: readonly Closure[]
  onClose: () => void
  onAdded: (affected: AffectedAppointment[]) => void
}) {
  const client = useQueryClient()
  const today = useClinicToday()
  const isClosed = (day: string) =>
    closures.some(
      (one) =>
        one.kind === 'cierre' && !one.opens && !one.closes && one.first_day <= day && day <= one.last_day,
    )
  const offered = restDays(year).filter(({ day }) => day >= today && !isClosed(day))
  // A retry after a lost answer finds the days that were added.
  const ids = useRef(new Map<string, string>())
  const form = useForm<Record<string, boolean>, object>({
    start: {},
    check: () => ({}),
    send: async (ticked) => {
      const affected: AffectedAppointment[] = []
      for (const { day, label } of offered.filter((one) => ticked[one.day])) {
        const id = ids.current.get(day) ?? newId()
        ids.current.set(day, id)
        const whole = { doctor_id: null, kind: 'cierre', opens: null, closes: null } as const
        affected.push(...(await addClosure({ id, ...whole, first_day: day, last_day: day, label })))
      }
      toast({ title: 'Éxito', description: 'Días feriados agregados.' })
      onClose()
      onAdded(affected)
      await client.invalidateQueries({ queryKey: clinicHoursKeys.all })
    },
    code: 'save_hours',
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Días feriados de ${year}`}
      description="Son los días de descanso del artículo 74 de la Ley Federal del Trabajo. Revísalos y marca los que la clínica cierra."
      action="Agregar los marcados"
      actionBusy="Guardando..."
      actionDisabled={!Object.values(form.values).some(Boolean)}
    >
      <fieldset disabled={form.busy} className="grid grid-cols-1">
        {offered.length === 0 && <p className="text-ink-2">Ya no queda ninguno por agregar.</p>}
        {offered.map(({ day, label }) => (
          <Checkbox key={day} label={`${longDay(day)}: ${label}`} {...form.tick(day)} />
        ))}
      </fieldset>
    </FormDialog>
  )
}
