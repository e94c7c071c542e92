import { useId } from 'react'
import type { GreyPicture } from '#web/imaging/types.ts'
import { narrowest, type Shade, shadeOf, windowOf } from '#web/imaging/view/grey.ts'
import { FilmSelect } from './film.tsx'
import { presetLike, presetsOf } from './presets.ts'
import { useWork } from './work.tsx'

/** Which greys are shown, by preset and by number. */
export function WindowFields({
  picture,
  shade,
  onShade,
}: {
  picture: GreyPicture
  shade: Shade
  onShade: (shade: Shade) => void
}) {
  const preset = useId()
  const { work } = useWork()
  const presets = presetsOf(picture)
  const window = windowOf(shade, picture)
  const { center, width } = window
  const [low, high] = picture.range
  const span = high - low || 1
  const least = narrowest(picture.range)
  // A few values are no whole numbers.
  const step = span > 20 ? 1 : span / 100
  const whole = (rounded: (value: number) => number, value: number) => (step < 1 ? value : rounded(value))
  return (
    <div className="grid gap-3.5">
      <div className="grid gap-1.5">
        <label htmlFor={preset} className="text-label">
          Ventana
        </label>
        <FilmSelect
          id={preset}
          value={presetLike(presets, shade)?.id ?? ''}
          onChange={(event) => {
            const chosen = presets.find(({ id }) => id === event.currentTarget.value)
            if (chosen) onShade(chosen.shade())
          }}
        >
          {!presetLike(presets, shade) && <option value="">Personalizada</option>}
          {presets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FilmSelect>
      </div>
      {work?.windows(window, onShade)}
      <NumberSlider
        label="Nivel"
        value={center}
        min={whole(Math.floor, low - span / 4)}
        max={whole(Math.ceil, high + span / 4)}
        step={step}
        onChange={(next) => onShade(shadeOf({ ...window, center: next }))}
      />
      <NumberSlider
        label="Ancho"
        value={width}
        min={least}
        max={whole(Math.ceil, span * 1.5)}
        step={step}
        onChange={(next) => onShade(shadeOf({ ...window, width: Math.max(least, next) }))}
      />
    </div>
  )
}

function NumberSlider({
  label,
  value,
  min,
  max,
  step,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  step: number
  onChange: (value: number) => void
}) {
  const id = useId()
  const shown = step < 1 ? Number(value.toPrecision(4)) : Math.round(value)
  const take = (next: number) => Number.isFinite(next) && onChange(next)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-x-3">
      <label htmlFor={id} className="text-label">
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        value={shown}
        step={step}
        onChange={(event) => take(event.currentTarget.valueAsNumber)}
        className="min-h-11 rounded-small border border-film-700 bg-film-950 px-2.5 text-right text-body text-film-ink tabular-nums"
      />
      <input
        type="range"
        aria-label={`${label}, deslizador`}
        min={Math.min(min, shown)}
        max={Math.max(max, shown)}
        step={step}
        value={shown}
        onChange={(event) => take(event.currentTarget.valueAsNumber)}
        className="col-span-2 h-11 w-full accent-signal"
      />
    </div>
  )
}
