import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { notDiagnostic } from '#web/copy/imaging.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { StudyIcon } from '#web/ui/study-icon.tsx'

/** A full-window light box: a bar with the title, the images, and the sentence that is always there. */
export function ViewerFrame({
  title,
  details,
  studyType,
  onBack,
  actions,
  foot,
  children,
}: {
  title: string
  /** Whose it is, and of which day. */
  details: string
  studyType: string
  onBack?: () => void
  actions?: ReactNode
  /** Stands below the images. */
  foot?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="on-film fixed inset-0 flex h-dvh flex-col bg-film-950 text-film-ink scheme-dark print:hidden">
      <header
        className={cx(
          'flex min-h-14 items-center gap-2 border-b border-film-800 bg-film-900 py-1 pr-2 sm:gap-3 sm:pr-3',
          onBack ? 'pl-1.5' : 'pl-4',
        )}
      >
        {onBack && (
          <IconButton
            tone="film"
            label="Volver"
            icon={<ArrowLeft aria-hidden className="size-5" />}
            onClick={onBack}
          />
        )}
        <StudyIcon studyType={studyType} className="size-5 text-signal max-sm:hidden" />
        <div className="min-w-0 flex-1">
          <h1 tabIndex={-1} className="truncate text-panel" title={title}>
            {title}
          </h1>
          <p className="truncate text-meta text-film-ink-2 tabular-nums" title={details}>
            {details}
          </p>
        </div>
        {actions}
      </header>
      <div className="flex min-h-0 flex-1 flex-col">{children}</div>
      {foot}
      <p className="border-t border-film-800 bg-film-900 px-3 py-1.5 text-center text-chip/[1.3] text-film-ink-2 pb-[max(--spacing(1.5),env(safe-area-inset-bottom))]">
        {notDiagnostic}
      </p>
    </div>
  )
}
