import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { notDiagnostic } from '#web/copy/imaging.ts'
import { cx } from '#web/ui/cx.ts'
import { OverFilm } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { StudyIcon } from '#web/ui/study-icon.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { Bar } from './stage/bar.tsx'

const note = 'text-chip/[1.25] font-normal text-film-ink-2'

/**
 * A full-window light box: one bar with the title, the ways to see the study, the tools and what can be done with the study; the
 * images; and the sentence that is always there. Where it is narrow, as on a phone, the ways are a line of their own, so are title
 * and patient where there is a way back, and the tools stand below. Ways with many words (`data-long`) are a line of their own
 * up to 80 rem, and the tools then stand beside the title. `--frame-height` is its height beside something else.
 */
export function ViewerFrame({
  title,
  whose,
  day,
  studyType,
  onBack,
  actions,
  foot,
  children,
}: {
  title: string
  /** The patient, where known. */
  whose?: string | null
  /** The study's day in words. */
  day: string
  studyType: string
  onBack?: () => void
  actions?: ReactNode
  /** Stands below the images. */
  foot?: ReactNode
  children: ReactNode
}) {
  const [ways, setWays] = useState<HTMLElement | null>(null)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [work, setWork] = useState<HTMLElement | null>(null)
  const [state, setState] = useState<HTMLElement | null>(null)
  const places = useMemo(() => ({ ways, tools, work, state }), [ways, tools, work, state])
  return (
    <OverFilm value>
      <div className="on-film @container fixed inset-0 h-(--frame-height,100dvh) print:hidden">
        <div
          className={cx(
            'group/viewer grid size-full grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_auto_auto_minmax(0,1fr)_auto_auto_auto] bg-film-900 text-film-ink scheme-dark',
            '@min-[40rem]:grid-cols-[minmax(9rem,1fr)_auto_auto] @min-[48rem]:grid-cols-[minmax(11rem,1fr)_auto_auto] @min-[57rem]:grid-cols-[auto_auto_minmax(0,1fr)_auto]',
          )}
        >
          <header
            className={cx(
              'flex min-h-12 min-w-0 items-center gap-2 pr-2 @min-[40rem]:min-h-14 @min-[40rem]:gap-3 @min-[57rem]:max-w-[clamp(12rem,50cqw-12.5rem,30rem)]',
              onBack ? 'pl-1.5 @max-[40rem]:contents' : 'pl-4 @max-[40rem]:py-2',
            )}
          >
            {onBack && (
              <IconButton
                tone="film"
                label="Volver"
                icon={<ArrowLeft aria-hidden className="size-5" />}
                tooltip={<Tooltip label="Volver" />}
                onClick={onBack}
                className="@max-[40rem]:my-0.5 @max-[40rem]:ml-0.5"
              />
            )}
            <StudyIcon studyType={studyType} className="size-5 text-signal @max-[80rem]:hidden" />
            <div
              className={cx(
                'min-w-0 flex-1',
                onBack &&
                  '@max-[40rem]:col-span-full @max-[40rem]:row-start-2 @max-[40rem]:px-3.5 @max-[40rem]:pb-1.5',
              )}
            >
              {/* Who reads or signs sees the whole name: it has a line of its own. */}
              <div className={cx('flex items-baseline gap-x-1.5', !whose && 'flex-wrap')}>
                <h1 tabIndex={-1} className="max-w-full truncate text-panel/[1.3]" title={title}>
                  {title}
                </h1>
                {day && (
                  <p className={cx(note, 'shrink-0 whitespace-nowrap tabular-nums')}>
                    {whose && '· '}
                    {day}
                  </p>
                )}
                <div ref={setState} className="ml-auto shrink-0 self-center @min-[40rem]:hidden" />
              </div>
              {whose && (
                <p className={cx(note, 'line-clamp-2 wrap-break-word')} title={whose}>
                  {whose}
                </p>
              )}
            </div>
          </header>
          <div
            ref={setWays}
            className={cx(
              'col-span-full row-start-3 flex min-w-0 items-center px-1.5 empty:hidden @max-[40rem]:pb-1',
              '@min-[40rem]:not-has-data-long:col-auto @min-[40rem]:not-has-data-long:col-start-2 @min-[40rem]:not-has-data-long:row-start-1',
              '@min-[40rem]:has-data-long:pb-1.5 @min-[80rem]:has-data-long:col-auto @min-[80rem]:has-data-long:col-start-2 @min-[80rem]:has-data-long:row-start-1 @min-[80rem]:has-data-long:pb-0',
            )}
          />
          <div
            ref={setTools}
            className={cx(
              'row-start-5 min-w-0 px-1 @max-[57rem]:col-span-full @min-[40rem]:row-start-2',
              '@min-[57rem]:col-start-3 @min-[57rem]:row-start-1 @min-[57rem]:self-center',
              '@min-[40rem]:@max-[57rem]:group-has-data-long/viewer:col-auto @min-[40rem]:@max-[57rem]:group-has-data-long/viewer:col-start-2 @min-[40rem]:@max-[57rem]:group-has-data-long/viewer:row-start-1 @min-[40rem]:@max-[57rem]:group-has-data-long/viewer:w-64 @min-[40rem]:@max-[57rem]:group-has-data-long/viewer:self-center',
            )}
          />
          <div
            className={cx(
              'col-start-2 row-start-1 flex items-center pr-1.5 @min-[40rem]:col-start-3 @min-[57rem]:col-start-4',
              onBack && '@max-[40rem]:pr-0.5',
            )}
          >
            <div ref={setWork} className="@min-[40rem]:hidden" />
            {actions}
          </div>
          <div className="col-span-full row-start-4 flex min-h-0 flex-col border-y border-film-800 bg-film-950">
            <Bar value={places}>{children}</Bar>
          </div>
          {foot && <div className="col-span-full row-start-6">{foot}</div>}
          <p className="col-span-full row-start-7 px-3 py-1 text-center text-chip/[1.3] text-film-ink-2 pb-[max(--spacing(1),env(safe-area-inset-bottom))]">
            {notDiagnostic}
          </p>
        </div>
      </div>
    </OverFilm>
  )
}
