import { Download, Smartphone } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { fileSize } from '#domain/file-size.ts'
import type { SharedRefusal, SharedStudy } from '#web/backend/shared-study.ts'
import { pictureAlt } from '#web/copy/study-picture.ts'
import type { OpenedShare } from '#web/features/sharing/shared-study-page.tsx'
import { useSharedFile } from '#web/features/sharing/use-shared-file.ts'
import { LoadFailed } from '#web/features/viewer/load-failed.tsx'
import { asksBefore, thisDevice } from '#web/features/viewer/stage/consent.ts'
import { FilmButton, StageMessage } from '#web/features/viewer/stage/film.tsx'
import { Cover, Waiting } from '#web/features/viewer/stage/waiting.tsx'
import { StudyStage } from '#web/features/viewer/study-stage.tsx'
import { ViewerFrame } from '#web/features/viewer/viewer-frame.tsx'
import { toastError } from '#web/parts/toast-error.ts'
import { FilmPicture } from '#web/ui/film-picture.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

const asksFor = (bytes: number) => asksBefore(bytes, thisDevice())

/** A study that was opened with a link: its images, and the file to keep. */
export function SharedViewer({
  share,
  onEnded,
}: {
  share: OpenedShare
  onEnded: (why: SharedRefusal) => void
}) {
  const { study, picture } = share.opened
  const { file, again, download } = useSharedFile(share, { asksFor, onEnded })
  const blob = file.state === 'ready' ? file.blob : null
  const { name } = share.opened.file
  const files = useMemo(() => (blob ? [{ name, blob }] : null), [blob, name])
  const title = study.study_type ?? 'Estudio'
  const save = (
    <FilmButton
      icon={<Download aria-hidden className="size-4.5" />}
      onClick={() => {
        download().catch((error: unknown) => toastError(error, 'download_file'))
      }}
    >
      <span className="max-sm:sr-only">Descargar</span>
    </FilmButton>
  )
  const shown = files ? (
    <StudyStage files={files} pictureName={title} />
  ) : file.state === 'failed' ? (
    <LoadFailed error={file.error} onRetry={again} />
  ) : file.state === 'asking' ? (
    <StageMessage
      icon={<Smartphone className="size-6" />}
      title={`El estudio pesa ${fileSize(file.bytes)}`}
      actions={
        <FilmButton variant="solid" onClick={file.accept}>
          Cargar de todos modos
        </FilmButton>
      }
    >
      <p>Conviene usar Wi-Fi: cargarlo puede gastar tus datos y tardar varios minutos.</p>
    </StageMessage>
  ) : (
    <Waiting covered label="Cargando estudio...">
      {file.state === 'loading' && file.received && (
        <>
          <ProgressBar label="Estudio cargado" value={file.received.bytes} total={file.received.total ?? 0} />
          <p className="text-meta tabular-nums">
            {file.received.total
              ? `${fileSize(file.received.bytes)} de ${fileSize(file.received.total)}`
              : fileSize(file.received.bytes)}
          </p>
        </>
      )}
    </Waiting>
  )
  return (
    <ViewerFrame
      title={title}
      details={[study.patient_name, formatDay(study.study_date)].filter(Boolean).join(' · ')}
      studyType={title}
      actions={save}
    >
      <Cover value={picture && <SharedCover study={study} picture={picture} />}>{shown}</Cover>
    </ViewerFrame>
  )
}

/** The large picture, which came with the answer to the PIN; without it where it is refused. */
function SharedCover({
  study,
  picture,
}: {
  study: SharedStudy['study']
  picture: NonNullable<SharedStudy['picture']>
}) {
  const [refused, setRefused] = useState(false)
  if (refused) return null
  return (
    <FilmPicture
      src={picture.address}
      film={picture}
      alt={pictureAlt(study)}
      priority="high"
      className="size-full"
      onRefused={() => setRefused(true)}
    />
  )
}
