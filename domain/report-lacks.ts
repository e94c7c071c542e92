import {
  type FieldId,
  isWritten,
  type ReportContent,
  reportLabels,
  reportTexts,
  sectionField,
} from './report.ts'
import { hasBlank } from './report-blanks.ts'

/** Something that must be written before signing: where, and in which words it is said. */
export type Lack = { field: FieldId; words: string }

/** What the form asks for first, as it does. */
const studyFields = [
  'performed_at',
  'requested_by',
  'study_name',
  'clinical_question',
  'incidents',
  'performed_by',
  'patient_age',
  'patient_sex',
] as const

/** The fields that must hold something. */
const required = [...studyFields, 'impression'] as const

/** All that a report lacks before it can be signed, in the order of its form. */
export function lacksOf(content: ReportContent): Lack[] {
  const form = formOrder(content)
  return [...emptyFields(content), ...openSections(content), ...blanksLeft(content)].sort(
    (one, other) => form.indexOf(one.field) - form.indexOf(other.field),
  )
}

const formOrder = ({ sections }: ReportContent): FieldId[] => [
  ...studyFields,
  'technique',
  'quality',
  'compared_with',
  ...sections.map(({ key }) => sectionField(key)),
  'impression',
  'recommendations',
  'communication',
  'patient_summary',
]

function emptyFields(content: ReportContent): Lack[] {
  return required
    .filter((name) => content[name] === null || String(content[name]).trim() === '')
    .map((field) => ({ field, words: reportLabels[field] }))
}

function openSections({ sections }: ReportContent): Lack[] {
  return sections
    .filter((section) => !section.outside && !isWritten(section))
    .map(({ key, title }) => ({
      field: sectionField(key),
      words: `${title}: escribe o marca «Fuera del campo»`,
    }))
}

function blanksLeft(content: ReportContent): Lack[] {
  const words = (title: string) => `Completa lo que está entre corchetes en ${title.replace(/ \(.*$/, '')}`
  const inTexts = reportTexts
    .filter((name) => hasBlank(content[name]))
    .map((field): Lack => ({ field, words: words(reportLabels[field]) }))
  const inSections = content.sections
    .filter(({ text, rows = [] }) => [text, ...rows.flat()].some(hasBlank))
    .map(({ key, title }): Lack => ({ field: sectionField(key), words: words(title) }))
  return [...inSections, ...inTexts]
}
