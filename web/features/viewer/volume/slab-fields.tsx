import { useId } from 'react'
import { FilmSelect } from '../stage/film.tsx'
import type { SlabChoice } from '../stage/use-setting.tsx'
import { inUnits, type LengthUnit } from './lengths.ts'

/** How thick a cut is, and how the values within are combined. */
export function SlabFields({
  label,
  slab,
  onSlab,
  most,
  unit,
}: {
  label: string
  slab: SlabChoice
  onSlab: (slab: SlabChoice) => void
  /** How many of `unit`. */
  most: number
  unit: LengthUnit
}) {
  const thick = useId()
  const mode = useId()
  const thickness = inUnits(slab.mm, unit)
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between text-label">
        <label htmlFor={thick}>{label}</label>
        <span aria-hidden className="text-film-ink-2 tabular-nums">
          {slab.mm > 0 ? `${thickness} ${unit.name}` : 'Un solo corte'}
        </span>
      </div>
      <input
        id={thick}
        type="range"
        min={0}
        max={most}
        step={1}
        value={thickness}
        aria-valuetext={slab.mm > 0 ? `${thickness} ${unit.spoken}` : 'Un solo corte'}
        onChange={(event) => onSlab({ ...slab, mm: event.currentTarget.valueAsNumber * unit.size })}
        className="h-11 w-full accent-signal"
      />
      <label htmlFor={mode} className="text-label">
        Dentro del grosor
      </label>
      <FilmSelect
        id={mode}
        value={slab.mode}
        disabled={slab.mm === 0}
        onChange={(event) => onSlab({ ...slab, mode: event.currentTarget.value === 'mip' ? 'mip' : 'mean' })}
      >
        <option value="mip">Lo más intenso (MIP)</option>
        <option value="mean">Promedio</option>
      </FilmSelect>
    </div>
  )
}
