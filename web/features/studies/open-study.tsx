import { Download, ExternalLink, Eye } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { studyAttachment } from '#domain/study.ts'
import { notices } from '#web/copy/notices.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { downloadStudy, noteStudyLink } from '#web/queries/study-download.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { toast } from '#web/ui/toast.ts'

/** 'Ver' and 'Descargar' for a file, 'Abrir enlace' for a link, nothing for neither. */
export function OpenStudy({
  study,
  plain = false,
  withoutView = false,
}: {
  study: StudyWithPeople
  /** For narrow rows. */
  plain?: boolean
  /** The screen has its own way to the images. */
  withoutView?: boolean
}) {
  const variant = plain ? 'link' : 'secondary'
  const [busy, setBusy] = useState(false)
  const origin = useAsOrigin()
  const attachment = studyAttachment(study.file_url)
  if (attachment.kind === 'none') return null
  if (attachment.kind === 'link') {
    const note = () => {
      noteStudyLink(study).catch((error: unknown) => toastError(error, 'open_study_link'))
    }
    return (
      <a
        href={attachment.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={note}
        onAuxClick={note}
        className={buttonStyle(variant, 'compact', 'shrink-0')}
      >
        {!plain && <ExternalLink aria-hidden className="size-4.5" />}
        Abrir enlace
      </a>
    )
  }
  async function download() {
    setBusy(true)
    try {
      await downloadStudy(study)
      // The browser downloads it, with progress and cancel; hundreds of megabytes would not fit into the page's memory.
      toast(notices.downloadStarted)
    } catch (error) {
      toastError(error, 'download_file')
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={withoutView ? 'contents' : cx('flex shrink-0 items-center', plain ? 'gap-3.5' : 'gap-2')}>
      {!withoutView && (
        <Link
          to={paths.study(study.id)}
          state={origin}
          className={buttonStyle(plain ? 'link' : 'soft', 'compact', 'shrink-0')}
        >
          {!plain && <Eye aria-hidden className="size-4.5" />}
          Ver<span className="sr-only"> {study.study_type ?? 'estudio'}</span>
        </Link>
      )}
      <Button
        size="compact"
        variant={variant}
        className="shrink-0"
        busy={busy}
        icon={!plain && <Download aria-hidden className="size-4.5" />}
        onClick={download}
      >
        Descargar
      </Button>
    </div>
  )
}
