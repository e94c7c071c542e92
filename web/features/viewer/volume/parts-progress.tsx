import { Play } from 'lucide-react'
import { fileSize } from '#domain/file-size.ts'
import { loadingCut } from '#web/copy/imaging.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FilmButton } from '../stage/film.tsx'
import type { PartsLoad } from '../stage/study-load.ts'
import type { VolumeState } from './use-volume.ts'

/** How much of a volume is there that is read in parts, and the ways to stop and to go on. */
export function PartsProgress({
  inParts: { paused, bytes, send },
  loaded: { part, early },
}: {
  inParts: PartsLoad
  loaded: Extract<VolumeState, { state: 'loading' }>
}) {
  const percent = Math.floor(part * 100)
  return (
    <>
      {paused === 'offline' && (
        <p role="alert">
          <span className="font-semibold text-film-ink">{loadingCut.title}</span> {loadingCut.description}
        </p>
      )}
      {!paused && (
        <p role="status" className="max-sm:sr-only">
          Cargando estudio completo...
        </p>
      )}
      <div className="w-16 sm:w-32">
        <ProgressBar label="Estudio cargado" value={part} total={1} />
      </div>
      <p className="tabular-nums">{early ? `Detalle ${percent} %` : `${percent} % de ${fileSize(bytes)}`}</p>
      {paused ? (
        <FilmButton
          compact
          variant="solid"
          icon={<Play aria-hidden className="size-4.5" />}
          onClick={() => send({ type: 'load' })}
        >
          Reanudar
        </FilmButton>
      ) : (
        <FilmButton compact onClick={() => send({ type: 'pause' })}>
          Cancelar
        </FilmButton>
      )}
    </>
  )
}
