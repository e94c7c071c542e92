import { ExternalLink, FileText } from 'lucide-react'
import { studyAttachment } from '#domain/study.ts'
import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { cx } from '#web/ui/cx.ts'
import { StudyIcon } from '#web/ui/study-icon.tsx'

/** What stands in the place of a study's picture: a tile, and beside it why there is none. */
export function NoPicture({ study, className }: { study: PicturedStudy; className?: string }) {
  const { reason, host } = whyNone(study)
  return (
    <div className={cx('flex min-w-0 items-center gap-3.5', className)}>
      <PictureTile study={study} className="size-18 rounded-small" />
      <p className="min-w-0 text-meta text-ink-3 wrap-break-word">
        {reason}
        {host && <span className="block">{host}</span>}
      </p>
    </div>
  )
}

/** The tile alone, for rows. `className` gives its size. */
export function PictureTile({ study, className }: { study: PicturedStudy; className: string }) {
  const { kind } = whyNone(study)
  return (
    <span
      aria-hidden
      data-tile
      className={cx(
        'inline-flex shrink-0 items-center justify-center border border-line bg-sunken text-ink-2 print:hidden',
        className,
      )}
    >
      {kind === 'link' ? (
        <ExternalLink className="size-6 max-h-1/2" />
      ) : kind === 'document' ? (
        <FileText className="size-6 max-h-1/2" />
      ) : (
        <StudyIcon studyType={study.study_type ?? ''} className="size-6 max-h-1/2" />
      )}
    </span>
  )
}

function whyNone({ file_url, study_previews: preview }: PicturedStudy): {
  kind: 'link' | 'document' | 'study'
  reason: string
  host?: string
} {
  const attachment = studyAttachment(file_url)
  if (attachment.kind === 'none') return { kind: 'study', reason: 'Todavía no hay archivo ni enlace.' }
  if (attachment.kind === 'link') {
    return { kind: 'link', reason: 'Enlace externo', host: new URL(attachment.url).hostname }
  }
  return preview?.kind === 'document'
    ? { kind: 'document', reason: 'PDF' }
    : { kind: 'study', reason: 'Sin vista previa' }
}
