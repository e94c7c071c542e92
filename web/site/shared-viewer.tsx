import { Download, FileText } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import type { SharedRefusal, SharedStudy } from '#web/backend/shared-study.ts'
import { pictureAlt } from '#web/copy/study-picture.ts'
import type { OpenedShare } from '#web/features/sharing/shared-study-page.tsx'
import { LoadingStudy } from '#web/features/viewer/loading-study.tsx'
import { FilmButton } from '#web/features/viewer/stage/film.tsx'
import { Covered } from '#web/features/viewer/stage/waiting.tsx'
import { useStudyLoad } from '#web/features/viewer/use-study-load.ts'
import { ViewerFrame } from '#web/features/viewer/viewer-frame.tsx'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { ImagesBeside } from '#web/parts/studies/images-beside.tsx'
import { cx } from '#web/ui/cx.ts'
import { FilmPicture } from '#web/ui/film-picture.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { SharedFoot } from './shared-foot.tsx'
import { useFreshReport } from './use-fresh-report.ts'
import { useSharedFile } from './use-shared-file.ts'

const reportPanel = loadLater(
  async () => (await import('#web/features/report-reading/shared-report.tsx')).SharedReportPanel,
)

/** A study that was opened with a link: its images, the report that the link carries at their side, and the file to keep. */
export function SharedViewer({
  share,
  onEnded,
}: {
  share: OpenedShare
  onEnded: (why: SharedRefusal) => void
}) {
  const { study, picture } = share.opened
  const { source, download } = useSharedFile(share, onEnded)
  const { load, send } = useStudyLoad(source)
  const report = useFreshReport(share)
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
  const images = (more: ReactNode) => (
    <ViewerFrame
      title={title}
      whose={study.patient_name}
      day={formatDay(study.study_date)}
      studyType={title}
      actions={
        <div className="flex gap-1">
          {more}
          {save}
        </div>
      }
      foot={<SharedFoot study={study} expires_at={share.opened.expires_at} />}
    >
      <Covered picture={picture && <SharedCover study={study} picture={picture} />}>
        <LoadingStudy load={load} send={send} title={title} download={null} />
      </Covered>
    </ViewerFrame>
  )
  if (!report.carried) return images(null)
  return (
    <ImagesBeside
      images={({ onClick, narrow }) =>
        images(
          <FilmButton
            icon={<FileText aria-hidden className="size-4.5" />}
            onClick={onClick}
            className={cx('max-sm:px-2.5', narrow)}
          >
            Informe
          </FilmButton>,
        )
      }
      report={
        report.wanted && (
          <Suspense fallback={<Spinner />}>
            <reportPanel.Later report={share.opened.report} />
          </Suspense>
        )
      }
      first="images"
      onTab={(tab) => tab === 'report' && report.read()}
    />
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
