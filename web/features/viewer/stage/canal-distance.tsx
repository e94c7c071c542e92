import { useId, useMemo, useState } from 'react'
import type { VolumeInfo } from '#web/imaging/types.ts'
import { type Canals, canalSides } from '#web/imaging/volume/canal.ts'
import { Dotted } from '#web/ui/dotted.tsx'
import { canalGap } from './canal-gap.ts'
import { FilmSelect } from './film.tsx'
import { sideNames } from './use-canals.ts'
import { markName, useMarks } from './use-marks.tsx'

/** How far a measurement is from the tubes: the one that was drawn last, until another one is chosen. */
export function CanalDistance({
  part,
  of,
  volume,
  asks,
}: {
  part: string
  of: Canals
  volume: VolumeInfo
  /** Whether it says what there is to do while nothing was measured. */
  asks: boolean
}) {
  const { marks } = useMarks()
  const field = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const measured = useMemo(
    () =>
      marks.flatMap((mark) => {
        if (mark.sheet.part !== part) return []
        const gaps = canalSides.flatMap((side) => {
          const canal = of[side]
          const gap = canal ? canalGap(canal, mark, volume) : null
          return gap === null
            ? []
            : `${sideNames[side]} ${gap > 0 ? `${gap.toFixed(1)} mm` : '0.0 mm (lo toca)'}`
        })
        const name = markName(marks, mark.id)
        return gaps.length > 0 ? { id: mark.id, name, isOwn: !mark.author, gaps } : []
      }),
    [marks, part, of, volume],
  )
  const isAssumed = volume.spacing.known && volume.spacing.assumedAxis !== undefined
  const last = measured.findLast(({ isOwn }) => isOwn) ?? measured.at(-1)
  const shown = measured.find(({ id }) => id === chosen) ?? last
  if (!shown)
    return asks ? <p>Mide una longitud o un ángulo para saber a qué distancia del canal queda.</p> : null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <label htmlFor={field}>Distancia del canal a</label>
      <FilmSelect
        compact
        id={field}
        value={shown.id}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {measured.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilmSelect>
      <p role="status">
        <strong className="inline-block max-w-full align-bottom text-film-ink tabular-nums">
          <Dotted parts={shown.gaps} />
        </strong>
        {`, de la superficie del tubo al punto más cercano de ${shown.name}. Medida sobre una línea que trazó una persona${isAssumed ? ', con una separación supuesta de los cortes' : ''}.`}
      </p>
    </div>
  )
}
