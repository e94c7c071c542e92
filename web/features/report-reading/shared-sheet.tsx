import { ArrowLeft } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import type { ReadReport } from '#web/queries/read-report.ts'
import { Button } from '#web/ui/button.tsx'
import { ReportSheet } from './report-sheet.tsx'
import { signedTextFiles } from './signed-text.ts'
import { usePrintedFolio } from './use-printed-folio.ts'

/** The sheet of a shared report over the study, to print. No dialog of the browser's: such a one is printed on one page. */
export function SharedSheet({ report, onLeave }: { report: ReadReport; onLeave: () => void }) {
  usePrintedFolio(report.folio)
  const back = useRef<HTMLButtonElement>(null)
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const behind = document.getElementById('root')
    const before = document.activeElement
    const closing = new AbortController()
    if (behind) behind.inert = true
    // Even empty it would be a page of its own, because the sheet's paper has a name.
    behind?.classList.add('print:hidden')
    back.current?.focus()
    addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), { signal: closing.signal })
    return () => {
      closing.abort()
      if (behind) behind.inert = false
      behind?.classList.remove('print:hidden')
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return createPortal(
    <main className="fixed inset-0 overflow-y-auto bg-sunken print:static print:overflow-visible">
      <PrintSheet
        label={`Informe ${report.folio}`}
        back={
          <Button ref={back} icon={<ArrowLeft aria-hidden className="size-5" />} onClick={onLeave}>
            Volver
          </Button>
        }
        files={signedTextFiles(report)}
      >
        <ReportSheet report={report} />
      </PrintSheet>
    </main>,
    document.body,
  )
}
