import { CirclePause, Download, Smartphone } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { fileSize } from '#domain/file-size.ts'
import { previewFailed } from '#web/copy/imaging.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { downloadStudy } from '#web/queries/studies.ts'
import type { StudyToOpen } from '#web/queries/study-file.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { toast } from '#web/ui/toast.ts'
import { LoadFailed } from './load-failed.tsx'
import { FilmButton, StageMessage } from './stage/film.tsx'
import { Waiting } from './stage/waiting.tsx'
import { StudyStage } from './study-stage.tsx'
import { useMissingPreview } from './use-missing-preview.ts'
import { useNotedOpening } from './use-noted-opening.ts'
import { useStudyFile } from './use-study-file.ts'
import { useStudyPreview } from './use-study-preview.ts'
import { WholeStudy } from './whole-study.tsx'

/**
 * A study whose file we keep: its preview first, then the file, which is loaded with progress where that may cost nothing
 * and asked about elsewhere. `saving` says that this device loads no more than it must.
 */
export function StoredStudy({ study, saving }: { study: StudyToOpen; saving: boolean }) {
  const opening = useNotedOpening(study)
  const preview = useStudyPreview(study, opening.noted)
  const seen = preview?.volume ?? null
  const { file, stop, again } = useStudyFile(study, {
    begin: opening.noted && (preview === null || preview.over),
    previewed: seen && preview ? preview.bytes : null,
  })
  const stopIfSaving = useEffectEvent(() => {
    if (saving && seen && file.state === 'loading') stop()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever asks for the study after that gets it.
  useEffect(stopIfSaving, [saving])
  const failed = preview?.failed === true
  useEffect(() => {
    if (failed) toast({ ...previewFailed, variant: 'destructive' })
  }, [failed])
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
  if (opening.error) return <LoadFailed error={opening.error} onRetry={opening.again} />
  if (files || seen) {
    return (
      <StudyStage
        files={files}
        pictureName={study.study_type ?? 'estudio'}
        preview={seen}
        status={<WholeStudy file={file} bytes={preview?.bytes ?? 0} onStop={stop} onLoad={again} />}
      />
    )
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
