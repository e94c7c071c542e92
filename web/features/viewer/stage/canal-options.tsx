import { Eraser, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { canalDiameter, lineLength } from '#web/imaging/volume/canal.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { CanalDistance } from './canal-distance.tsx'
import { FilmButton } from './film.tsx'
import { lineOf, sideNames, useCanals } from './use-canals.ts'
import { useWork } from './work.tsx'

const sides = [
  { value: 'right', label: 'Derecho' },
  { value: 'left', label: 'Izquierdo' },
] as const

const noScale = 'El archivo no indica una escala confiable: el canal no se puede trazar a tamaño real.'
const icon = 'size-4.5'

/** What belongs to 'Canal mandibular', below the bar; while something is measured only how far it is from the canal. */
export function CanalOptions({ part, draws }: { part: string; draws: boolean }) {
  const section = useRef<HTMLElement>(null)
  const canals = useCanals(part)
  const volume = useWork().volumes.get(part)
  const field = useId()
  const { side, canal, chosen, before } = canals
  const { points, diameterMm } = canal

  const undone = useEffectEvent((event: KeyboardEvent) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    if (!draws || !isUndo || before.length === 0) return
    event.preventDefault()
    canals.undo()
  })
  useEffect(() => {
    // The viewer around it: there may be another one beside.
    const viewer = section.current?.parentElement
    viewer?.addEventListener('keydown', undone)
    return () => viewer?.removeEventListener('keydown', undone)
  }, [])

  const isKnown = volume?.spacing.known !== false
  return (
    <section
      ref={section}
      aria-label="Canal mandibular"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-film-800 bg-film-900 px-3 py-1.5 text-meta text-film-ink-2"
    >
      {draws && !isKnown && <p>{noScale}</p>}
      {draws && isKnown && (
        <>
          <Segmented
            tone="film"
            label="Lado del paciente"
            value={side}
            options={sides}
            onChange={(next) => canals.choose(next, null)}
          />
          <div className="flex items-center gap-2">
            <label htmlFor={field}>Diámetro</label>
            <input
              id={field}
              type="range"
              min={canalDiameter.least}
              max={canalDiameter.most}
              step={canalDiameter.step}
              value={diameterMm}
              aria-valuetext={`${diameterMm.toFixed(1)} milímetros`}
              onChange={({ currentTarget }) =>
                canals.widen(side, Number(currentTarget.valueAsNumber.toFixed(1)))
              }
              className="h-9 w-24 touch-target accent-signal"
            />
            <span aria-hidden className="tabular-nums">
              {diameterMm.toFixed(1)} mm
            </span>
          </div>
          <div className="flex flex-wrap gap-1.5">
            <FilmButton
              compact
              disabled={before.length === 0}
              icon={<Undo2 aria-hidden className={icon} />}
              onClick={canals.undo}
            >
              Deshacer
            </FilmButton>
            <FilmButton
              compact
              disabled={chosen === null || points.length === 0}
              icon={<Eraser aria-hidden className={icon} />}
              onClick={() => chosen !== null && canals.remove(side, chosen)}
            >
              {chosen === null ? 'Quitar punto' : `Quitar punto ${chosen + 1}`}
            </FilmButton>
            <FilmButton
              compact
              disabled={points.length === 0}
              icon={<Trash2 aria-hidden className={icon} />}
              onClick={() => canals.clear(side)}
            >
              Borrar canal
            </FilmButton>
          </div>
          <p role="status" className="tabular-nums">
            {points.length < 2
              ? 'Pon los puntos sobre el canal, en los planos o en los cortes transversales.'
              : `Canal ${sideNames[side]}: ${points.length} puntos, línea de ${lineLength(lineOf(canal)).toFixed(1)} mm.`}
          </p>
        </>
      )}
      {isKnown && volume && <CanalDistance part={part} of={canals.of} volume={volume} asks={!draws} />}
    </section>
  )
}
