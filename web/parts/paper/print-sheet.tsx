import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Paper, usePaper } from '#web/hooks/paper.ts'
import { Button } from '#web/ui/button.tsx'
import { PaperSwitch } from './paper-switch.tsx'

const widths: Record<Paper, string> = { a4: 'paper-a4', letter: 'paper-letter' }

/**
 * A sheet of paper on sunken ground with its toolbar above; on paper only the sheet remains, with the margins of `@page`
 * (print-sheet.css). A narrow screen reflows it. `back` is the link or button that leaves; `controls` choose what the sheet
 * shows.
 */
export function PrintSheet({
  label,
  children,
  ...desk
}: {
  label: string
  back: ReactNode
  controls?: ReactNode
  /** Something else on the screen comes before printing. */
  isSecondary?: boolean
  children: ReactNode
}) {
  const [paper, choosePaper] = usePaper()
  return (
    <PrintDesk {...desk} paper={paper} onPaper={choosePaper}>
      <PrintedPage paper={paper} label={label}>
        {children}
      </PrintedPage>
    </PrintDesk>
  )
}

/** The ground on which sheets lie, with the toolbar above: for those that depend on the paper. */
export function PrintDesk({
  paper,
  onPaper,
  back,
  controls,
  isSecondary = false,
  isWaiting = false,
  children,
}: {
  paper: Paper
  onPaper: (paper: Paper) => void
  back: ReactNode
  controls?: ReactNode
  isSecondary?: boolean
  /** What is to be printed is not there yet. */
  isWaiting?: boolean
  children: ReactNode
}) {
  return (
    <div className="min-h-dvh bg-sunken px-4 py-5 print:min-h-0 print:bg-transparent print:p-0 sm:py-8">
      <div
        className={`${widths[paper]} no-print mx-auto mb-4 flex max-w-full flex-wrap items-center justify-between gap-3`}
      >
        {back}
        <div className="flex grow flex-wrap items-center justify-end gap-3 max-sm:contents">
          <PaperSwitch paper={paper} onChoose={onPaper} />
          <Button
            variant={isSecondary ? 'secondary' : 'primary'}
            disabled={isWaiting}
            icon={<Printer aria-hidden className="size-5" />}
            onClick={() => window.print()}
            className="max-sm:w-full"
          >
            Imprimir / Guardar PDF
          </Button>
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
