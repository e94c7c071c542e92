import { Spline, Trash2 } from 'lucide-react'
import type { Orientation, Point } from '#web/imaging/types.ts'
import { FilmButton } from '../stage/film.tsx'
import { isOfOtherCurve } from '../stage/sheet.ts'
import { type Mark, useMarks } from '../stage/use-marks.tsx'

/** Says that there are measurements of another curve, which are not shown: their lengths and places are not those of this one. */
export function OtherCurve({
  part,
  orientation,
  arch,
  onArch,
}: {
  part: string
  orientation: Orientation | undefined
  /** The curve that is seen, as sheets name it. */
  arch: readonly Point[]
  onArch: (arch: readonly Point[]) => void
}) {
  const { marks, remove } = useMarks()
  const hidden = marks.filter(({ sheet }) => isOfOtherCurve(sheet, part, orientation, arch))
  const last = hidden.at(-1)
  if (!last) return null
  const isOwn = hidden.some(({ author }) => !author)
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 border-b border-film-800 bg-film-900 px-3 py-1.5 text-meta text-film-ink-2"
    >
      <p className="min-w-0 flex-1">
        {hidden.length === 1
          ? 'Cambiaste la curva: 1 medición hecha con otra curva no se muestra.'
          : `Cambiaste la curva: ${hidden.length} mediciones hechas con otra curva no se muestran.`}
      </p>
      <FilmButton icon={<Spline aria-hidden className="size-4.5" />} onClick={() => onArch(archOf(last))}>
        Volver a esa curva
      </FilmButton>
      {isOwn && (
        <FilmButton
          icon={<Trash2 aria-hidden className="size-4.5" />}
          onClick={() => remove(hidden.map(({ id }) => id))}
        >
          {hidden.length === 1 ? 'Borrarla' : 'Borrarlas'}
        </FilmButton>
      )}
    </div>
  )
}

const archOf = ({ sheet }: Mark) => ('arch' in sheet ? sheet.arch : [])
