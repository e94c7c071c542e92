import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileX2, Leaf, SearchX } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { formatDay } from '#domain/days.ts'
import { deliveryEnds } from '#domain/delivery-end.ts'
import { studyAttachment } from '#domain/study.ts'
import { messages } from '#web/copy/errors.ts'
import { savingWords } from '#web/copy/imaging.ts'
import { notices } from '#web/copy/notices.ts'
import { keepSaving, readSaving } from '#web/hooks/device.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useCode } from '#web/hooks/use-code.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { useLiveStudies } from '#web/hooks/use-live-studies.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { pictureOf, StudyPicture } from '#web/parts/studies/study-picture.tsx'
import { deliveryEndQuery } from '#web/queries/receivers.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { downloadStudy } from '#web/queries/study-download.ts'
import { type StudyToOpen, studyQuery } from '#web/queries/study-file.ts'
import { studyKeys } from '#web/queries/study-keys.ts'
import { useProfile } from '#web/session/session.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { toast } from '#web/ui/toast.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { LinkedStudy } from './linked-study.tsx'
import { FilmButton, StageMessage } from './stage/film.tsx'
import { LoadFailed } from './stage/load-failed.tsx'
import { Covered, Waiting } from './stage/waiting.tsx'
import { ViewerFrame } from './viewer-frame.tsx'

// The code that opens files loads beside the study's data, not after it.
const storedStudy = loadLater(async () => (await import('./stored-study.tsx')).StoredStudy)

/**
 * 'Estudio': the images of one study, for whoever may read it (docs/product/studies.md). `more` stands in its bar. `beside` another
 * one it is that study, in these words, and the ways back are the caller's.
 */
export function ViewerScreen({
  more,
  beside,
}: {
  more?: (study: StudyToOpen) => ReactNode
  beside?: { studyId: string; words: string }
}) {
  const { studyId: addressed = '' } = useParams()
  const studyId = beside?.studyId ?? addressed
  const known = isUuid(studyId)
  const me = useProfile()
  const back = useCameFrom() ?? paths.studiesOf(me.role)
  const navigate = useNavigate()
  const isDentist = me.role === 'dentist'
  const { data, error, refetch } = useQuery({
    ...studyQuery(studyId),
    enabled: known,
    // Whose time is over hears it from nobody.
    refetchInterval: isDentist && 45_000,
  })
  const client = useQueryClient()
  useLive('study_recipients', isDentist && known ? `study_id=eq.${studyId}` : null, () => {
    void client.invalidateQueries({ queryKey: studyKeys.all })
  })
  useLiveStudies(known ? `id=eq.${studyId}` : null)
  useCode(storedStudy.preload)
  const [saving, setSaving] = useState(readSaving)
  const leave = () => navigate(back)
  const missing = !known || data === null
  const delivery = useQuery({ ...deliveryEndQuery(studyId), enabled: isDentist && data === null })
  const end = missing && delivery.data

  return (
    <ViewerFrame
      title={data?.study_type ?? 'Estudio'}
      whose={beside ? null : data?.patient_name}
      day={beside?.words ?? (data ? formatDay(data.study_date) : '')}
      studyType={data?.study_type ?? ''}
      onBack={beside ? undefined : leave}
      actions={
        data && (
          <>
            {more?.(data)}
            {studyAttachment(data.file_url).kind === 'file' && (
              <>
                <SavingSwitch
                  named={me.role !== 'doctor' && !isDentist && data.study_previews?.kind !== 'volume'}
                  saving={saving}
                  onSaving={setSaving}
                />
                <DownloadStudy study={data} />
              </>
            )}
          </>
        )
      }
    >
      {data ? (
        <Shown key={data.id} study={data} saving={saving} />
      ) : missing && !delivery.isFetching ? (
        <StageMessage
          role="alert"
          icon={<SearchX className="size-6" />}
          title={end ? deliveryEnds[end] : messages.study_missing.description}
          actions={<FilmButton onClick={leave}>Volver</FilmButton>}
        >
          {!end && <p>Puede que se haya eliminado, o que no tengas permiso para verlo.</p>}
        </StageMessage>
      ) : error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </ViewerFrame>
  )
}

/** The large picture while the images load. */
function coverOf(study: StudyWithPeople): ReactNode {
  if (!pictureOf(study, 'cover')) return null
  return <StudyPicture study={study} cover alone className="size-full" instead={null} />
}

function Shown({ study, saving }: { study: StudyToOpen; saving: boolean }) {
  const attachment = studyAttachment(study.file_url)
  if (attachment.kind === 'file') {
    return (
      <Covered picture={coverOf(study)}>
        <Suspense fallback={<Waiting covered />}>
          <storedStudy.Later key={study.file_url} study={study} saving={saving} />
        </Suspense>
      </Covered>
    )
  }
  if (attachment.kind === 'link') {
    return <LinkedStudy study={study} url={attachment.url} />
  }
  return (
    <StageMessage icon={<FileX2 className="size-6" />} title="Todavía no hay archivo ni enlace.">
      <p>Cuando se agregue, este estudio se abrirá aquí.</p>
    </StageMessage>
  )
}

/** Whether this device loads no more than it must. */
function SavingSwitch({
  named,
  saving,
  onSaving,
}: {
  /** Whether its word stands there where it is wide: people who measure, and volumes, need the room for their tools. */
  named: boolean
  saving: boolean
  onSaving: (saving: boolean) => void
}) {
  return (
    <IconButton
      tone="film"
      label="Ahorro de datos"
      tooltip={<Tooltip label="Ahorro de datos" />}
      aria-pressed={saving}
      icon={
        <>
          <Leaf aria-hidden className={cx('size-5', saving && 'text-signal')} />
          {named && (
            <span aria-hidden className="hidden text-label whitespace-nowrap @min-[88rem]:inline">
              Ahorro de datos
            </span>
          )}
        </>
      }
      className={cx(
        named && '@min-[88rem]:w-auto @min-[88rem]:gap-2 @min-[88rem]:rounded-small @min-[88rem]:px-2.5',
      )}
      onClick={() => {
        keepSaving(!saving)
        onSaving(!saving)
        toast(savingWords[saving ? 'off' : 'on'])
      }}
    />
  )
}

/** The whole file, as it was uploaded. */
function DownloadStudy({ study }: { study: StudyWithPeople }) {
  return (
    <IconButton
      tone="film"
      label="Descargar estudio"
      tooltip={<Tooltip label="Descargar estudio" />}
      icon={<Download aria-hidden className="size-5" />}
      onClick={() => {
        downloadStudy(study).then(
          () => toast(notices.downloadStarted),
          (error: unknown) => toastError(error, 'download_file'),
        )
      }}
    />
  )
}
