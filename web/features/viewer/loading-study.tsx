import { CirclePause, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { fileSize } from '#domain/file-size.ts'
import { previewFailed, sampleWords } from '#web/copy/imaging.ts'
import type { GreyPicture } from '#web/imaging/types.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { toast } from '#web/ui/toast.ts'
import { FilmButton, StageMessage } from './stage/film.tsx'
import { FirstSlice } from './stage/first-slice.tsx'
import { LoadFailed } from './stage/load-failed.tsx'
import type { Preview } from './stage/use-preview.ts'
import { Waiting } from './stage/waiting.tsx'
import { type Keep, StudyStage } from './study-stage.tsx'
import type { StudyFile, useStudyFile } from './use-study-file.ts'
import { WholeStudy } from './whole-study.tsx'

/** A preview with the bytes of the study's file. */
export type PreviewOfFile = Preview & { bytes: number }

/**
 * A study while its file is on its way: its preview, if there is one, else how far the file is; then the study itself. The
 * ways to stop, to begin again and to keep the file are the caller's.
 */
export function LoadingStudy({
  file,
  preview,
  name,
  title,
  loading: { stop, again, asWhole },
  download,
  sample = null,
  keep,
}: {
  file: StudyFile
  preview: PreviewOfFile | null
  /** What the file is called. */
  name: string
  /** What saved pictures are called. */
  title: string
  loading: Omit<ReturnType<typeof useStudyFile>, 'file'>
  download: ReactNode
  /** A slice of the file, while it is loaded as a whole. */
  sample?: GreyPicture | null
  keep?: Keep | undefined
}) {
  const blob = file.state === 'ready' ? file.blob : null
  const files = useMemo(() => (blob ? [{ name, blob }] : null), [blob, name])
  const seen = preview?.shown ?? null
  const failed = preview?.failed === true
  useEffect(() => {
    if (failed) toast({ ...previewFailed, variant: 'destructive' })
  }, [failed])

  if (file.state === 'far') {
    const { study, paused } = file
    const far = { study, paused, onStop: stop, onLoad: again, onWhole: asWhole }
    return <StudyStage files={null} far={far} pictureName={title} preview={seen} keep={keep} />
  }
  if (files || seen) {
    const status = <WholeStudy file={file} bytes={preview?.bytes ?? 0} onStop={stop} onLoad={again} />
    return <StudyStage files={files} pictureName={title} preview={seen} status={status} keep={keep} />
  }
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
  const progress = (
    <>
      {received && (
        <>
          <ProgressBar label="Estudio cargado" value={received.bytes} total={received.total ?? 0} />
          <p className="whitespace-nowrap text-meta tabular-nums">
            {received.total
              ? `${fileSize(received.bytes)} de ${fileSize(received.total)}`
              : fileSize(received.bytes)}
          </p>
        </>
      )}
      <FilmButton onClick={stop}>Cancelar</FilmButton>
    </>
  )
  if (!sample) {
    return (
      <Waiting label="Cargando estudio..." covered>
        {progress}
      </Waiting>
    )
  }
  return (
    <FirstSlice picture={sample} label={sampleWords}>
      <div className="flex flex-wrap items-center gap-3">
        <p className="font-semibold text-film-ink">{sampleWords}</p>
        <p role="status">Cargando estudio...</p>
        <div className="flex min-w-48 flex-1 items-center gap-3">{progress}</div>
      </div>
    </FirstSlice>
  )
}
