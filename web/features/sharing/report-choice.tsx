import { useId } from 'react'
import { shareBases } from '#domain/study-share.ts'
import { basisLabels } from '#web/copy/share-report.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FieldError } from '#web/ui/field.tsx'
import type { MakeShare } from './use-make-share.ts'

/** Whether a link carries the study's report, and for the clinic who asked; nothing where there is none to come. */
export function ReportChoice({ making }: { making: MakeShare }) {
  const { report, values, busy } = making
  if (!report) return null
  if (values.hidden) return <p className="text-meta text-ink-3">Una copia sin datos no lleva el informe.</p>
  return (
    <div className="grid grid-cols-1 gap-2">
      <Checkbox
        label="Incluir el informe"
        help={report.coming ? 'Se verá en el enlace cuando se entregue.' : undefined}
        disabled={busy}
        {...making.tick('withReport')}
      />
      {values.withReport && making.asksBasis && <Basis making={making} />}
    </div>
  )
}

function Basis({ making: { field, busy } }: { making: MakeShare }) {
  const { value, error, onChange } = field('basis')
  const id = useId()
  const described = error ? `${id}-error` : undefined
  return (
    <fieldset disabled={busy} className="min-w-0">
      <legend id={id} className="text-label">
        Quién pidió compartirlo
        <span aria-hidden className="text-bad">
          {' *'}
        </span>
      </legend>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      >
        {shareBases.map((basis) => (
          <label key={basis} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="basis"
              checked={value === basis}
              onChange={() => onChange(basis)}
              className="size-5 shrink-0 accent-brand-700"
            />
            {basisLabels[basis]}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
