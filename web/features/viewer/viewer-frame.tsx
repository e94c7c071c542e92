import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { notDiagnostic } from '#web/copy/imaging.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { StudyIcon } from '#web/ui/study-icon.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { Bar } from './stage/bar.tsx'

/**
 * A full-window light box: one bar with the title, the ways to see the study, the tools and what can be done with the study; the
 * images; and the sentence that is always there. On a phone the ways are a line of their own, and the tools stand below.
 */
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
  const [ways, setWays] = useState<HTMLElement | null>(null)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const places = useMemo(() => ({ ways, tools }), [ways, tools])
  return (
    <div
      className={cx(
        'on-film fixed inset-0 grid h-dvh grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_auto_minmax(0,1fr)_auto_auto_auto] bg-film-900 text-film-ink scheme-dark print:hidden',
        'sm:grid-cols-[minmax(0,1fr)_auto_auto] min-[64rem]:grid-cols-[auto_auto_minmax(0,1fr)_auto]',
      )}
    >
      <header
        className={cx(
          'flex min-h-12 min-w-0 items-center gap-2 pr-2 sm:min-h-14 sm:gap-3 min-[64rem]:max-w-[clamp(15rem,31vw,30rem)]',
          onBack ? 'pl-1.5' : 'pl-4',
        )}
      >
        {onBack && (
          <IconButton
            tone="film"
            label="Volver"
            icon={<ArrowLeft aria-hidden className="size-5" />}
            tooltip={<Tooltip label="Volver" />}
            onClick={onBack}
          />
        )}
        <StudyIcon studyType={studyType} className="size-5 text-signal max-[80rem]:hidden" />
        <div className="min-w-0 flex-1">
          <h1 tabIndex={-1} className="truncate text-panel/[1.3]" title={title}>
            {title}
          </h1>
          <p className="truncate text-chip/[1.4] font-normal text-film-ink-2 tabular-nums" title={details}>
            {details}
          </p>
        </div>
      </header>
      <div
        ref={setWays}
        className="flex min-w-0 items-center px-1.5 max-sm:col-span-full max-sm:row-start-2 max-sm:pb-1 sm:col-start-2 sm:row-start-1"
      />
      <div
        ref={setTools}
        className={cx(
          'row-start-4 min-w-0 px-1 max-[64rem]:col-span-full sm:row-start-2',
          'min-[64rem]:col-start-3 min-[64rem]:row-start-1 min-[64rem]:self-center',
        )}
      />
      <div className="col-start-2 row-start-1 flex items-center pr-1.5 sm:col-start-3 min-[64rem]:col-start-4">
        {actions}
      </div>
      <div className="col-span-full row-start-3 flex min-h-0 flex-col border-y border-film-800 bg-film-950">
        <Bar value={places}>{children}</Bar>
      </div>
      {foot && <div className="col-span-full row-start-5">{foot}</div>}
      <p className="col-span-full row-start-6 px-3 py-1 text-center text-chip/[1.3] text-film-ink-2 pb-[max(--spacing(1),env(safe-area-inset-bottom))]">
        {notDiagnostic}
      </p>
    </div>
  )
}
