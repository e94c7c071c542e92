import { longestShareLabel, shareDays, shareUses } from '#domain/study-share.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Select } from '#web/ui/select.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { ReportChoice } from './report-choice.tsx'
import type { MakeShare } from './use-make-share.ts'

const days = shareDays.map((count) => ({
  value: count,
  label: count === 1 ? '1 día' : `${count} días`,
}))
const uses = shareUses.map((count) => ({
  value: String(count),
  label: count === 1 ? '1 vez' : `${count} veces`,
}))

/** A link's recipient, lifetime and number of uses. */
export function ShareFields({ making }: { making: MakeShare }) {
  const { values, set, busy, progress } = making
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-2">
        Quien tenga el enlace y el PIN puede ver y descargar este estudio sin una cuenta.
      </p>
      <TextField
        label="Para"
        optional
        maxLength={longestShareLabel}
        readOnly={busy}
        help="Por ejemplo, Dr. Ruiz. Te ayuda a reconocer el enlace."
        {...making.text('label')}
      />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Vigencia"
          options={days
            .filter(({ value }) => value <= making.longest)
            .map(({ value, label }) => ({ value: String(value), label }))}
          value={String(values.days)}
          disabled={busy}
          onChange={(event) => set({ days: Number(event.target.value) })}
        />
        <Select
          label="Se puede abrir"
          options={uses}
          value={String(values.uses)}
          disabled={busy}
          onChange={(event) => set({ uses: Number(event.target.value) })}
        />
      </div>
      <ReportChoice making={making} />
      {making.mayHide && (
        <Checkbox
          label="Compartir sin datos"
          help="Se comparte una copia sin el nombre ni los datos del paciente. El original no cambia."
          disabled={busy}
          {...making.tick('hidden')}
        />
      )}
      {progress && <ProgressBar label={making.doing} value={progress.part} total={1} />}
    </div>
  )
}
