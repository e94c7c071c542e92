import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { HoursRow } from '#domain/clinic-hours.ts'
import { dayNames, type WeekDraft, weekDraftOf, weekProblems, weekRowsOf } from '#domain/week-draft.ts'
import type { AffectedAppointment } from '#web/backend/answers.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { clinicHoursKeys, saveWeek } from '#web/queries/clinic-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'
import { DayHours } from './day-hours.tsx'

/** The week of the clinic or of a doctor. A doctor without one follows the clinic's. */
export function WeekForm({
  doctor,
  stored,
  clinicWeek,
  onEdit,
  onSaved,
}: {
  doctor: { id: string; full_name: string } | null
  stored: readonly HoursRow[]
  clinicWeek: readonly HoursRow[]
  /** Gets the rows as they are edited. */
  onEdit: (rows: HoursRow[]) => void
  onSaved: (affected: AffectedAppointment[]) => void
}) {
  const client = useQueryClient()
  const doctorId = doctor?.id ?? null
  const form = useForm({
    start: () => weekDraftOf(stored),
    check: (week) => weekProblems(week),
    send: async (week) => save(week),
    code: 'save_hours',
  })
  const { values, set, dirty, restart } = form
  useUnsavedWarning(dirty)

  // Saved here or elsewhere: what is not being edited follows.
  const [seen, setSeen] = useState(stored)
  if (
    !dirty &&
    JSON.stringify(weekRowsOf(weekDraftOf(stored))) !== JSON.stringify(weekRowsOf(weekDraftOf(seen)))
  ) {
    setSeen(stored)
    restart(weekDraftOf(stored))
  }
  useEffect(() => {
    onEdit(weekRowsOf(values).map((row) => ({ doctor_id: doctorId, ...row })))
  }, [values, doctorId, onEdit])

  async function save(week: WeekDraft) {
    const affected = await saveWeek(doctorId, weekRowsOf(week))
    toast({ title: 'Éxito', description: 'Horario guardado.' })
    restart(week)
    onSaved(affected)
    await client.invalidateQueries({ queryKey: clinicHoursKeys.all })
  }

  const isOwn = doctor === null || weekRowsOf(values).length > 0
  return (
    <Panel
      title={doctor ? `Semana de ${doctor.full_name}` : 'Semana de la clínica'}
      aside={
        doctor && isOwn ? (
          <Button size="compact" onClick={() => set(weekDraftOf([]))}>
            Usar el horario de la clínica
          </Button>
        ) : null
      }
    >
      <form noValidate onSubmit={form.submit}>
        <fieldset disabled={form.busy}>
          {isOwn ? (
            <ul className="divide-y divide-line">
              {dayNames.map((name) => (
                <DayHours
                  key={name}
                  name={name}
                  windows={values[name]}
                  error={form.problems[name]}
                  onChange={(windows) => set({ [name]: windows })}
                  onCopy={() => set(Object.fromEntries(dayNames.map((day) => [day, values[name]])))}
                />
              ))}
            </ul>
          ) : (
            <div className="grid grid-cols-1 justify-items-start gap-3 p-4.5">
              <p className="text-ink-2">Atiende en el horario de la clínica.</p>
              <Button onClick={() => set(weekDraftOf(clinicWeek))}>Definir un horario propio</Button>
            </div>
          )}
          <FormFailure failure={form.failure} className="mx-4.5 my-4" />
          <div className="flex justify-end border-t border-line bg-paper px-4.5 py-3">
            <Button
              type="submit"
              variant="primary"
              disabled={!dirty}
              busy={form.busy}
              busyLabel="Guardando..."
            >
              Guardar horario
            </Button>
          </div>
        </fieldset>
      </form>
    </Panel>
  )
}
