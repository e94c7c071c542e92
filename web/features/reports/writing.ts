import type { FieldId, ReportContent, ReportSection } from '#domain/report.ts'
import type { ReportPhrase } from '#web/queries/report-templates.ts'

/** What is asked for a field: a phrase, or a measurement, to put at its cursor. */
export type Asked = { kind: 'phrases' | 'measures'; id: string; sectionKey: string; title: string }

/** What the fields of an editor share. */
export type Writing = {
  content: ReportContent
  set: (change: Partial<ReportContent>) => void
  setSection: (key: string, change: Partial<ReportSection>) => void
  /** A field was left. */
  leave: () => void
  phrasesFor: (sectionKey: string) => readonly ReportPhrase[]
  /** What a field lacks, once signing was tried. */
  problemAt: (field: FieldId) => string | null
  ask: (asked: Asked) => void
}
