import { type FieldId, type ReportContent, type ReportSection, reportLabels, sectionField } from './report.ts'

const isColumn = (field: FieldId): field is keyof ReportContent => !field.startsWith('sections.')

/** The value of a field: a column's, or a section. */
export function fieldOf(content: ReportContent, field: FieldId): unknown {
  return isColumn(field) ? content[field] : content.sections.find(({ key }) => sectionField(key) === field)
}

/** What a field is called on the screen. */
export function fieldTitle(content: ReportContent, field: FieldId): string {
  const section = content.sections.find(({ key }) => sectionField(key) === field)
  if (section) return section.title
  const names: Record<string, string> = { ...reportLabels, images: 'Imágenes clave' }
  return names[field] ?? field
}

/** The sections with one of them changed. */
export function withSection(
  sections: readonly ReportSection[],
  key: string,
  change: Partial<ReportSection>,
): ReportSection[] {
  return sections.map((section) => (section.key === key ? { ...section, ...change } : section))
}
