import { isBookable, type StartDraft } from '#domain/booking.ts'
import { formatTime } from '#domain/slots.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { SlotPicker } from '../appointments/slot-picker.tsx'
import type { SlotChoice } from '../appointments/use-slots.ts'

const why = { taken: 'ocupado', outside: 'fuera de horario' }

/** The start of a day: one of its free slots, or with 'Sobreagendar' and a reason a taken one or one outside of the hours. */
export function StartFields({
  choice,
  draft: { time, overbooks, reason },
  problems,
  busy,
  change,
}: {
  choice: SlotChoice
  draft: StartDraft
  problems: { time?: string | null; reason?: string | null }
  busy: boolean
  change: (changes: Partial<StartDraft>) => void
}) {
  const { over } = choice
  return (
    <>
      {overbooks && over && isBookable(choice.day, choice.today) ? (
        <>
          <Select
            label="Horario"
            required
            name="time"
            placeholder={over.length > 0 ? 'Selecciona un horario' : 'Ya no quedan horarios ese día'}
            options={over.map((slot) => ({
              value: slot.time,
              label: `${formatTime(slot.time)}, ${why[slot.why]}`,
            }))}
            value={over.some((slot) => slot.time === time) ? time : ''}
            error={problems.time}
            disabled={busy}
            onChange={(event) => change({ time: event.target.value })}
          />
          <TextField
            label="Motivo"
            required
            name="reason"
            autoComplete="off"
            value={reason}
            error={problems.reason}
            disabled={busy}
            onChange={(event) => change({ reason: event.target.value })}
          />
        </>
      ) : (
        <SlotPicker choice={choice} problem={problems.time} busy={busy} onPick={(time) => change({ time })} />
      )}
      <Checkbox
        label="Sobreagendar"
        help="En un horario ocupado o fuera de horario, con su motivo."
        checked={overbooks}
        disabled={busy}
        onChange={(event) => change({ overbooks: event.target.checked, time: '' })}
        className="sm:col-span-2"
      />
    </>
  )
}
