import { fileSize } from '#domain/file-size.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FilmButton } from './stage/film.tsx'
import type { StudyFile } from './use-study-file.ts'

/** How far the study's file is while its preview is seen, and the ways to begin and to stop loading it; `bytes` is its size. */
export function WholeStudy({
  file,
  bytes,
  onStop,
  onLoad,
}: {
  file: StudyFile
  bytes: number
  onStop: () => void
  onLoad: () => void
}) {
  if (file.state === 'loading') {
    const received = file.received?.bytes ?? 0
    return (
      <>
        <p role="status" className="max-sm:sr-only">
          Cargando estudio completo...
        </p>
        <div className="w-16 sm:w-32">
          <ProgressBar label="Estudio cargado" value={received} total={file.received?.total ?? bytes} />
        </div>
        <p className="tabular-nums max-sm:hidden">{`${fileSize(received)} de ${fileSize(file.received?.total ?? bytes)}`}</p>
        <FilmButton compact onClick={onStop}>
          Cancelar
        </FilmButton>
      </>
    )
  }
  return (
    <>
      {file.state === 'failed' && <p role="alert">No se pudo cargar el estudio.</p>}
      <FilmButton compact variant="solid" onClick={file.state === 'asking' ? file.accept : onLoad}>
        {`Cargar estudio completo (${fileSize(bytes)})`}
      </FilmButton>
    </>
  )
}
