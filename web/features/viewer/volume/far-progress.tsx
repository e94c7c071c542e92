import { Play } from 'lucide-react'
import { fileSize } from '#domain/file-size.ts'
import { loadingCut } from '#web/copy/imaging.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FilmButton } from '../stage/film.tsx'
import type { FarLoading, VolumeState } from './use-volume.ts'

/** How much of a volume is there that is read in parts, and the ways to stop and to go on. */
export function FarProgress({
  far,
  loaded,
  onGoOn,
}: {
  far: FarLoading
  loaded: Extract<VolumeState, { state: 'loading' }>
  /** Tries again after the connection was lost. */
  onGoOn: () => void
}) {
  const { part, early, cut } = loaded
  const percent = Math.floor(part * 100)
  const stands = far.paused || cut !== null
  return (
    <>
      {cut && !far.paused ? (
        <p role="alert">
          <span className="font-semibold text-film-ink">{loadingCut.title}</span> {loadingCut.description}
        </p>
      ) : (
        !stands && (
          <p role="status" className="max-sm:sr-only">
            Cargando estudio completo...
          </p>
        )
      )}
      <div className="w-16 sm:w-32">
        <ProgressBar label="Estudio cargado" value={part} total={1} />
      </div>
      <p className="tabular-nums">
        {early ? `Detalle ${percent} %` : `${percent} % de ${fileSize(far.study.bytes)}`}
      </p>
      {stands ? (
        <FilmButton
          compact
          variant="solid"
          icon={<Play aria-hidden className="size-4.5" />}
          onClick={far.paused ? far.onLoad : onGoOn}
        >
          Reanudar
        </FilmButton>
      ) : (
        <FilmButton compact onClick={far.onStop}>
          Cancelar
        </FilmButton>
      )}
    </>
  )
}
