import { Trash2, X } from 'lucide-react'
import { useId } from 'react'
import type { GreyPicture, PixelSpacing } from '#web/imaging/types.ts'
import { type Shade, windowOf } from '#web/imaging/view/grey.ts'
import { measure, measuredText } from '#web/imaging/view/measure.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { presetLike, presetsOf } from './presets.ts'
import { type Marks, markName } from './use-marks.ts'

/** Brightness and contrast by number, and the list of what was measured. */
export function AdjustPanel({
  picture,
  shade,
  onShade,
  marks,
  frameNoun,
  spacing,
  onClose,
}: {
  /** Null for colours, which have no window. */
  picture: GreyPicture | null
  shade: Shade
  onShade: (shade: Shade) => void
  marks: Marks
  /** Given when there are several pictures: which one a measurement is on. */
  frameNoun: string | null
  spacing: PixelSpacing | undefined
  onClose: () => void
}) {
  return (
    <section
      aria-label="Ajustes de imagen"
      className="flex flex-col gap-5 overflow-y-auto overscroll-contain border-film-800 bg-film-900 px-4 pt-2 pb-4 max-md:absolute max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[60%] max-md:rounded-t-dialog max-md:border-t md:w-68 md:border-l"
    >
      <div className="-mr-2.5 flex items-center justify-between">
        <h2 className="text-panel">Ajustes</h2>
        <IconButton
          tone="film"
          label="Cerrar ajustes"
          icon={<X aria-hidden className="size-5" />}
          onClick={onClose}
        />
      </div>
      {picture && <WindowFields picture={picture} shade={shade} onShade={onShade} />}
      <div>
        <h3 className="text-label">Mediciones</h3>
        {marks.marks.length === 0 ? (
          <p className="mt-1 text-meta text-film-ink-2">Todavía no hay mediciones.</p>
        ) : (
          <ul className="mt-1">
            {marks.marks.map((mark) => {
              const measured = measure(mark.kind, mark.points, spacing)
              const name = markName(marks.marks, mark)
              return (
                <li key={mark.id} className="-mr-2.5 flex items-center gap-2">
                  <span className="min-w-0 flex-1 text-meta text-film-ink-2">
                    {name}
                    {frameNoun && ` · ${frameNoun.toLowerCase()} ${mark.frame + 1}`}
                  </span>
                  <span className="text-meta font-semibold tabular-nums">
                    {measured && measuredText(measured)}
                  </span>
                  <IconButton
                    tone="film"
                    label={`Borrar ${name}`}
                    icon={<Trash2 aria-hidden className="size-4.5" />}
                    onClick={() => marks.remove(mark.id)}
                  />
                </li>
              )
            })}
          </ul>
        )}
        {!spacing?.trusted && (
          <p className="mt-2 text-meta text-film-ink-2">
            El archivo no indica una escala confiable: las longitudes están en pixeles, no en milímetros.
          </p>
        )}
      </div>
    </section>
  )
}

function WindowFields({
  picture,
  shade,
  onShade,
}: {
  picture: GreyPicture
  shade: Shade
  onShade: (shade: Shade) => void
}) {
  const preset = useId()
  const presets = presetsOf(picture)
  const { center, width } = windowOf(shade, picture)
  const [low, high] = picture.range
  const span = Math.max(1, high - low)
  // A few values are no whole numbers.
  const step = span > 20 ? 1 : span / 100
  return (
    <div className="grid gap-3.5">
      <div className="grid gap-1.5">
        <label htmlFor={preset} className="text-label">
          Ventana
        </label>
        <select
          id={preset}
          value={presetLike(presets, shade)?.id ?? ''}
          onChange={(event) => {
            const chosen = presets.find(({ id }) => id === event.currentTarget.value)
            if (chosen) onShade(chosen.shade())
          }}
          className="min-h-11 w-full rounded-small border border-film-700 bg-film-950 px-3 text-body text-film-ink"
        >
          {!presetLike(presets, shade) && <option value="">Personalizada</option>}
          {presets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <NumberSlider
        label="Nivel"
        value={center}
        min={Math.floor(low - span / 4)}
        max={Math.ceil(high + span / 4)}
        step={step}
        onChange={(next) => onShade({ kind: 'window', center: next, width })}
      />
      <NumberSlider
        label="Ancho"
        value={width}
        min={1}
        max={Math.ceil(span * 1.5)}
        step={step}
        onChange={(next) => onShade({ kind: 'window', center, width: Math.max(1, next) })}
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
  const shown = step < 1 ? Number(value.toFixed(2)) : Math.round(value)
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
