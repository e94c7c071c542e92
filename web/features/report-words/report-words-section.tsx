import { PhrasesPanel } from './phrases-panel.tsx'
import { TemplatesPanel } from './templates-panel.tsx'

/** The words for reports: templates and the clinic's phrases (docs/product/report-writing.md). */
export function ReportWordsSection() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <TemplatesPanel />
      <PhrasesPanel />
    </div>
  )
}
