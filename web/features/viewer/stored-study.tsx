import { CirclePause, Download, Smartphone } from 'lucide-react'
import { useMemo } from 'react'
import { fileSize } from '#domain/file-size.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { downloadStudy, type StudyWithPeople } from '#web/queries/studies.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { LoadFailed } from './load-failed.tsx'
import { FilmButton, StageMessage } from './stage/film.tsx'
import { Waiting } from './stage/waiting.tsx'
import { StudyStage } from './study-stage.tsx'
import { useMissingPreview } from './use-missing-preview.ts'
import { useStudyFile } from './use-study-file.ts'

/** A study whose file we keep: asks first where loading may cost, loads with progress, and shows it. */
export function StoredStudy({ study }: { study: StudyWithPeople }) {
  const { file, stop, again } = useStudyFile(study)
  const blob = file.state === 'ready' ? file.blob : null
  useMissingPreview(study, blob)
  const name = study.file_name ?? 'estudio'
  const files = useMemo(() => (blob ? [{ name, blob }] : null), [blob, name])
  const download = (
    <FilmButton
      icon={<Download aria-hidden className="size-4.5" />}
      onClick={() => {
        downloadStudy(study).catch((error: unknown) => toastError(error, 'download_file'))
      }}
    >
      Descargar
    </FilmButton>
  )
  if (files) return <StudyStage files={files} pictureName={study.study_type ?? 'estudio'} />
  if (file.state === 'failed') {
    return (
      <LoadFailed error={file.error} onRetry={again}>
        {download}
      </LoadFailed>
    )
  }
  if (file.state === 'asking') {
    return (
      <StageMessage
        icon={<Smartphone className="size-6" />}
        title={`El estudio pesa ${fileSize(file.bytes)}`}
        actions={
          <>
            <FilmButton variant="solid" onClick={file.accept}>
              Cargar de todos modos
            </FilmButton>
            {download}
          </>
        }
      >
        <p>Conviene usar Wi-Fi: cargarlo puede gastar tus datos y tardar varios minutos.</p>
      </StageMessage>
    )
  }
  if (file.state === 'stopped') {
    return (
      <StageMessage
        icon={<CirclePause className="size-6" />}
        title="Detuviste la carga"
        actions={
          <>
            <FilmButton variant="solid" onClick={again}>
              Cargar otra vez
            </FilmButton>
            {download}
          </>
        }
      >
        <p>El estudio sigue guardado. Puedes verlo cuando quieras.</p>
      </StageMessage>
    )
  }
  const received = file.state === 'loading' ? file.received : null
  return (
    <Waiting label="Cargando estudio..." covered>
      {received && (
        <>
          <ProgressBar label="Estudio cargado" value={received.bytes} total={received.total ?? 0} />
          <p className="text-meta tabular-nums">
            {received.total
              ? `${fileSize(received.bytes)} de ${fileSize(received.total)}`
              : fileSize(received.bytes)}
          </p>
        </>
      )}
      <FilmButton onClick={stop}>Cancelar</FilmButton>
    </Waiting>
  )
}
