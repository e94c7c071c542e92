import { FileText, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Paper, usePaper } from '#web/hooks/paper.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { type MoreAction, MoreActions } from '#web/ui/more-actions.tsx'
import { otherPaper, PaperSwitch } from './paper-switch.tsx'

const widths: Record<Paper, string> = { a4: 'paper-a4', letter: 'paper-letter' }

/**
 * A sheet of paper on sunken ground with its toolbar above; on paper only the sheet remains, with the margins of `@page`
 * (print-sheet.css). A narrow screen reflows it. `back` is the link or button that leaves, `first` what comes before printing;
 * `controls` choose what the sheet shows. `files` save it otherwise; below 900 px they stand behind a button, as the paper does.
 */
export function PrintSheet({
  label,
  children,
  ...desk
}: {
  label: string
  back: ReactNode
  first?: ReactNode
  controls?: ReactNode
  files?: readonly MoreAction[]
  children: ReactNode
}) {
  const [paper, choosePaper] = usePaper()
  return (
    <PrintDesk {...desk} label={label} paper={paper} onPaper={choosePaper}>
      <PrintedPage paper={paper} label={label}>
        {children}
      </PrintedPage>
    </PrintDesk>
  )
}

/** The ground on which sheets lie, with the toolbar above: for those that depend on the paper. */
export function PrintDesk({
  label,
  paper,
  onPaper,
  back,
  first,
  controls,
  files = [],
  isWaiting = false,
  children,
}: {
  label: string
  paper: Paper
  onPaper: (paper: Paper) => void
  back: ReactNode
  first?: ReactNode
  controls?: ReactNode
  files?: readonly MoreAction[]
  /** What is to be printed is not there yet. */
  isWaiting?: boolean
  children: ReactNode
}) {
  return (
    <div className="min-h-dvh bg-sunken px-4 py-5 print:min-h-0 print:bg-transparent print:p-0 sm:py-8">
      <div
        className={`${widths[paper]} no-print mx-auto mb-4 flex max-w-full flex-wrap items-center gap-3 max-sm:gap-2 max-sm:*:text-meta max-sm:*:first:grow`}
      >
        {back}
        <div
          className={cx(
            'flex grow items-center justify-end gap-3 max-sm:gap-2 max-sm:*:flex-1 max-sm:*:px-2 max-sm:*:text-meta',
            first ? 'max-sm:order-last max-sm:basis-full' : null,
          )}
        >
          {first}
          {files.map(({ label, onPick }) => (
            <Button
              key={label}
              icon={<FileText aria-hidden className="size-5" />}
              onClick={onPick}
              className="max-md:hidden"
            >
              {label}
            </Button>
          ))}
          <PaperSwitch paper={paper} onChoose={onPaper} className="max-md:hidden" />
          <Button
            variant={first ? 'secondary' : 'primary'}
            disabled={isWaiting}
            icon={<Printer aria-hidden className="size-5 max-sm:hidden" />}
            onClick={() => window.print()}
          >
            Imprimir / Guardar PDF
          </Button>
        </div>
        <div className="md:hidden max-sm:ml-auto">
          <MoreActions of={label} actions={[otherPaper(paper, onPaper), ...files]} />
        </div>
      </div>
      {controls && (
        <div className={`${widths[paper]} no-print mx-auto mb-4 grid max-w-full gap-3 sm:grid-cols-2`}>
          {controls}
        </div>
      )}
      {children}
    </div>
  )
}

/** A sheet of paper; where there are several, each begins a page. */
export function PrintedPage({
  paper,
  label,
  children,
}: {
  paper: Paper
  label: string
  children: ReactNode
}) {
  return (
    <article
      aria-label={label}
      className={`${widths[paper]} always-light mx-auto max-w-full rounded-tag bg-white p-6 shadow-2 sm:p-[16mm] print:w-auto print:p-0`}
    >
      {children}
    </article>
  )
}
