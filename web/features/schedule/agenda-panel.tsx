import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type AgendaForm, agendaErrors } from '#domain/agenda-form.ts'
import type { AgendaSettings } from '#web/backend/answers.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { agendaSettingsQuery, saveAgendaSettings } from '#web/queries/agenda-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'

/** What patients may do by their link, and when they are reminded (docs/product/appointments.md). */
export function AgendaPanel() {
  const query = useQuery(agendaSettingsQuery())
  return (
    <Panel title="Enlaces, recordatorios y órdenes">
      <Loaded query={query} code="load_agenda" skeleton={<SkeletonRows rows={3} />}>
        {(stored) => <Settings stored={stored} />}
      </Loaded>
    </Panel>
  )
}

function Settings({ stored: { mail, ...stored } }: { stored: AgendaSettings & { mail: boolean } }) {
  const client = useQueryClient()
  const form = useForm({
    start: () => formOf(stored),
    check: agendaErrors,
    send: async (typed) => {
      await saveAgendaSettings({
        ...typed,
        notice_hours: Number(typed.notice_hours),
        horizon_days: Number(typed.horizon_days),
      })
      toast({ title: 'Éxito', description: 'Ajustes guardados.' })
      form.restart(typed)
      await client.invalidateQueries({ queryKey: agendaSettingsQuery().queryKey })
    },
    code: 'save_agenda',
  })
  useUnsavedWarning(form.dirty)
  return (
    <form noValidate onSubmit={form.submit}>
      <fieldset disabled={form.busy}>
        <div className="grid max-w-4xl grid-cols-1 items-start gap-4 p-4.5 lg:grid-cols-[3fr_2fr]">
          <TextField
            label="Anticipación mínima para cambiar o cancelar por enlace"
            help="En horas, de 0 a 72."
            inputMode="numeric"
            autoComplete="off"
            {...form.text('notice_hours')}
          />
          <TextField
            label="Hasta cuántos días adelante"
            help="De 7 a 180."
            inputMode="numeric"
            autoComplete="off"
            {...form.text('horizon_days')}
          />
          <Checkbox
            label="Permitir que el paciente elija horario"
            className="lg:col-span-2"
            {...form.tick('self_booking')}
          />
          <Checkbox
            label="Aceptar órdenes de dentistas sin revisión"
            help={
              mail
                ? 'Si el paciente ya tiene cuenta, recibe enseguida el correo para elegir su horario.'
                : 'Quedan aceptadas en cuanto el dentista las envía; tú agendas la cita.'
            }
            className="lg:col-span-2"
            {...form.tick('accept_orders')}
          />
          {mail && (
            <>
              <Checkbox
                label="Recordatorios por correo"
                className="lg:self-center"
                {...form.tick('mail_reminders')}
              />
              <TextField
                label="Hora del recordatorio"
                help="Del día anterior a la cita."
                type="time"
                {...form.text('reminder_time')}
              />
            </>
          )}
        </div>
        <FormFailure failure={form.failure} className="mx-4.5 mb-4" />
        <div className="flex justify-end border-t border-line bg-paper px-4.5 py-3">
          <Button
            type="submit"
            variant="primary"
            disabled={!form.dirty}
            busy={form.busy}
            busyLabel="Guardando..."
          >
            Guardar ajustes
          </Button>
        </div>
      </fieldset>
    </form>
  )
}

const formOf = ({ notice_hours, horizon_days, ...rest }: AgendaSettings): AgendaForm => ({
  ...rest,
  notice_hours: String(notice_hours),
  horizon_days: String(horizon_days),
})
