import { Download, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { studyAttachment } from '#domain/study.ts'
import { notices } from '#web/copy/notices.ts'
import { downloadStudy, noteStudyLink, type StudyWithPeople } from '#web/data/studies.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'

/** 'Descargar' for a file, 'Abrir enlace' for a link, nothing for neither. `plain` is for narrow rows. */
export function OpenStudy({ study, plain = false }: { study: StudyWithPeople; plain?: boolean }) {
  const variant = plain ? 'link' : 'secondary'
  const [busy, setBusy] = useState(false)
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
      // The browser saves it by itself, with progress and a way to cancel; in the page's memory hundreds of megabytes would not fit.
      toast(notices.downloadStarted)
    } catch (error) {
      toastError(error, 'download_file')
    } finally {
      setBusy(false)
    }
  }
  return (
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
  )
}
