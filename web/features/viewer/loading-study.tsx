import { CirclePause, FileX2, RotateCw, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileSize } from '#domain/file-size.ts'
import type { Received } from '#web/backend/receive-file.ts'
import { fileChanged, sampleWords } from '#web/copy/imaging.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { FilmButton, StageMessage } from './stage/film.tsx'
import { FirstSlice } from './stage/first-slice.tsx'
import { LoadFailed } from './stage/load-failed.tsx'
import { Problem } from './stage/problem.tsx'
import { partsOf, type Send, type StudyLoad } from './stage/study-load.ts'
import { Waiting } from './stage/waiting.tsx'
import { type Keep, StudyStage } from './study-stage.tsx'
import { WholeStudy } from './whole-study.tsx'

/**
 * A study on the way to its images: its preview, if there is one, else what is waited for; then the study itself. The way to keep
 * its file is the caller's.
 */
export function LoadingStudy({
  load,
  send,
  title,
  download,
  keep,
}: {
  load: StudyLoad
  send: Send
  /** What saved pictures are called. */
  title: string
  download: ReactNode
  keep?: Keep | undefined
}) {
  const { step, bytes, preview } = load
  const again = () => send({ type: 'load' })
  if (step.state === 'failed' && step.why === 'file') {
    const { problem, file } = step
    return <Problem problem={problem} name={file.name} original={async () => file.blob} onRetry={again} />
  }
  if (step.state === 'failed' && step.why === 'replaced') return <FileReplaced />
  const study = 'study' in step ? step.study : null
  if (study || preview) {
    return (
      <StudyStage
        study={study}
        inParts={partsOf(load, send)}
        archive={step.state === 'open' ? step.file : undefined}
        pictureName={title}
        preview={preview && { volume: preview, release: () => send({ type: 'previewReplaced' }) }}
        status={<WholeStudy load={load} send={send} />}
        keep={keep}
      />
    )
  }
  switch (step.state) {
    case 'failed':
      return (
        <LoadFailed error={step.error} onRetry={again}>
          {download}
        </LoadFailed>
      )
    case 'paused': {
      const asks = step.why === 'consent'
      return (
        <StageMessage
          icon={asks ? <Smartphone className="size-6" /> : <CirclePause className="size-6" />}
          title={asks ? `El estudio pesa ${fileSize(bytes ?? 0)}` : 'Detuviste la carga'}
          actions={
            <>
              <FilmButton variant="solid" onClick={again}>
                {asks ? 'Cargar de todos modos' : 'Cargar otra vez'}
              </FilmButton>
              {download}
            </>
          }
        >
          <p>
            {asks
              ? 'Conviene usar Wi-Fi: cargarlo puede gastar tus datos y tardar varios minutos.'
              : 'El estudio sigue guardado. Puedes verlo cuando quieras.'}
          </p>
        </StageMessage>
      )
    }
    case 'opening':
      return (
        <Waiting covered label="Abriendo estudio...">
          {step.part > 0 && <ProgressBar label="Estudio abierto" value={step.part} total={1} />}
        </Waiting>
      )
    case 'sample':
      return (
        <FirstSlice picture={step.picture} label={sampleWords}>
          <div className="flex flex-wrap items-center gap-3">
            <p className="font-semibold text-film-ink">{sampleWords}</p>
            <p role="status">Cargando estudio...</p>
            <div className="flex min-w-48 flex-1 items-center gap-3">
              <Progress received={step.received} onCancel={() => send({ type: 'pause' })} />
            </div>
          </div>
        </FirstSlice>
      )
    default:
      return (
        <Waiting label="Cargando estudio..." covered>
          <Progress
            received={'received' in step ? step.received : null}
            onCancel={() => send({ type: 'pause' })}
          />
        </Waiting>
      )
  }
}

/** How much of a file that is loaded as a whole is here, and the way to stop that. */
function Progress({ received, onCancel }: { received: Received | null; onCancel: () => void }) {
  return (
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
      <FilmButton onClick={onCancel}>Cancelar</FilmButton>
    </>
  )
}

function FileReplaced() {
  return (
    <StageMessage
      role="alert"
      icon={<FileX2 className="size-6" />}
      title={fileChanged.title}
      actions={
        <FilmButton
          variant="solid"
          icon={<RotateCw aria-hidden className="size-4.5" />}
          onClick={() => location.reload()}
        >
          Volver a abrir
        </FilmButton>
      }
    >
      <p>{fileChanged.description}</p>
    </StageMessage>
  )
}
