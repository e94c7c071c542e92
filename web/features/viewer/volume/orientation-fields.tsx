import { Minus, Plus, Rotate3d, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import type { Orientation } from '#web/imaging/types.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FilmButton } from '../stage/film.tsx'
import { isOfOtherTurn, turnOf } from '../stage/sheet.ts'
import { useMarks } from '../stage/use-marks.tsx'
import { straight } from './planes.ts'
import { turnOverlay } from './turn-overlay.tsx'
import { steepest, turnedAbout, turns } from './turned-about.ts'

/** Degrees of one press. */
const step = 0.5

/** 'Orientación': how the volume is turned, by number; and whether the planes have handles. */
export function OrientationFields({
  orientation = straight,
  onOrientation,
  hasHandles,
  onHandles,
}: {
  orientation: Orientation | undefined
  onOrientation: (orientation: Orientation | null) => void
  hasHandles: boolean
  /** What lies over the planes then; its code comes with this one's. */
  onHandles: (overlay: typeof turnOverlay | null) => void
}) {
  const title = useId()
  return (
    <section aria-labelledby={title} className="grid gap-1.5">
      <h3 id={title} className="text-label">
        Orientación, en grados
      </h3>
      {(['sagittal', 'coronal', 'axial'] as const).map((plane) => (
        <DegreeField
          key={plane}
          name={turns[plane].name}
          degrees={orientation[turns[plane].at]}
          onChange={(degrees) => onOrientation(turnedAbout(orientation, plane, degrees))}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        <FilmButton
          aria-pressed={hasHandles}
          className="aria-pressed:border-signal aria-pressed:text-signal"
          icon={<Rotate3d aria-hidden className="size-4.5" />}
          onClick={() => onHandles(hasHandles ? null : turnOverlay)}
        >
          Girar en los planos
        </FilmButton>
        <FilmButton icon={<RotateCcw aria-hidden className="size-4.5" />} onClick={() => onOrientation(null)}>
          Restablecer orientación
        </FilmButton>
      </div>
    </section>
  )
}

function DegreeField({
  name,
  degrees,
  onChange,
}: {
  name: string
  degrees: number
  onChange: (degrees: number) => void
}) {
  const id = useId()
  // As it is typed, until the field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const press = (by: number) => {
    setTyped(null)
    onChange(degrees + by)
  }
  return (
    <div className="flex items-center gap-1">
      <label htmlFor={id} className="mr-auto text-label">
        {name}
      </label>
      <IconButton
        tone="film"
        label={`${name}: medio grado menos`}
        icon={<Minus aria-hidden className="size-4.5" />}
        onClick={() => press(-step)}
      />
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={-steepest}
        max={steepest}
        step={0.1}
        value={typed ?? degrees.toFixed(1)}
        onChange={({ currentTarget: { value, valueAsNumber } }) => {
          setTyped(value)
          if (Number.isFinite(valueAsNumber)) onChange(valueAsNumber)
        }}
        onBlur={() => setTyped(null)}
        className="min-h-11 w-18 rounded-small border border-film-700 bg-film-950 px-2 text-right text-body text-film-ink tabular-nums"
      />
      <IconButton
        tone="film"
        label={`${name}: medio grado más`}
        icon={<Plus aria-hidden className="size-4.5" />}
        onClick={() => press(step)}
      />
    </div>
  )
}

/** Says that there are measurements of another orientation, which are not shown: they do not lie in the planes of this one. */
export function OtherOrientation({
  part,
  orientation,
  onOrientation,
}: {
  part: string
  /** As the volume is seen. */
  orientation: Orientation | undefined
  onOrientation: (orientation: Orientation | null) => void
}) {
  const { marks } = useMarks()
  const hidden = marks.filter(({ sheet }) => isOfOtherTurn(sheet, part, orientation))
  const last = hidden.at(-1)
  if (!last) return null
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-b border-film-800 bg-film-900 px-3 py-1.5 text-meta text-film-ink-2"
    >
      <p className="min-w-0 flex-1">
        {hidden.length === 1
          ? '1 medición hecha con otra orientación no se muestra.'
          : `${hidden.length} mediciones hechas con otra orientación no se muestran.`}
      </p>
      <FilmButton
        icon={<Rotate3d aria-hidden className="size-4.5" />}
        onClick={() => onOrientation(turnOf(last.sheet) ?? null)}
      >
        Volver a esa orientación
      </FilmButton>
    </div>
  )
}
