import { fileSize } from '#domain/file-size.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FilmButton } from './stage/film.tsx'
import type { Send, StudyLoad } from './stage/study-load.ts'

/** What comes after a preview that is seen: how much of the study is here, and the ways to load it and to stop that. */
export function WholeStudy({ load: { step, bytes }, send }: { load: StudyLoad; send: Send }) {
  if (step.state === 'opening') return <p role="status">Abriendo estudio...</p>
  if (step.state === 'paused' || step.state === 'failed') {
    return (
      <>
        {step.state === 'failed' && <p role="alert">No se pudo cargar el estudio.</p>}
        <FilmButton compact variant="solid" onClick={() => send({ type: 'load' })}>
          {`Cargar estudio completo (${fileSize(bytes ?? 0)})`}
        </FilmButton>
      </>
    )
  }
  const received = 'received' in step ? step.received : null
  const here = received?.bytes ?? 0
  const total = received?.total ?? bytes ?? 0
  return (
    <>
      <p role="status" className="max-sm:sr-only">
        Cargando estudio completo...
      </p>
      <div className="w-16 sm:w-32">
        <ProgressBar label="Estudio cargado" value={here} total={total} />
      </div>
      <p className="tabular-nums max-sm:hidden">{`${fileSize(here)} de ${fileSize(total)}`}</p>
      <FilmButton compact onClick={() => send({ type: 'pause' })}>
        Cancelar
      </FilmButton>
    </>
  )
}
