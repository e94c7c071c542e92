import { type FieldId, type ReportContent, type ReportSection, reportTexts, sectionField } from './report.ts'

/** A field that was changed in two places, with both of its values. */
export type Conflict = { field: FieldId; mine: unknown; theirs: unknown }

/** Values of fields, each section a field of its own. */
type Fields = Map<FieldId, unknown>

const columns = [
  ...reportTexts,
  'performed_at',
  'patient_age',
  'patient_sex',
  'images',
] as const satisfies FieldId[]

function fieldsOf(content: ReportContent): Fields {
  const plain = columns.map((name): [FieldId, unknown] => [name, content[name]])
  const sections = content.sections.map((section): [FieldId, unknown] => [sectionField(section.key), section])
  return new Map([...plain, ...sections])
}

/** What of `next` differs from `before`, column by column: what a save has to carry. `except` stays as it was. */
export function changesBetween(
  before: ReportContent,
  next: ReportContent,
  except: ReadonlySet<FieldId> = new Set(),
): Partial<ReportContent> {
  const kept = withFields(next, [...except], before)
  const names = [...columns, 'sections'] as const
  return Object.fromEntries(
    names.filter((name) => !same(before[name], kept[name])).map((name) => [name, kept[name]]),
  )
}

/**
 * Joins what this window wrote with what another one saved. `known` holds what this window began with and what it sent without
 * an answer: a stored value that is among them was written by nobody else. A field changed in one place alone is taken from
 * there; of one changed in both, `joined` keeps `mine`, and it is named as a conflict.
 */
export function joinChanges(
  known: readonly [ReportContent, ...ReportContent[]],
  mine: ReportContent,
  theirs: ReportContent,
): { joined: ReportContent; conflicts: Conflict[] } {
  const [base] = known
  const [began, own, stored] = [fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)]
  const everKnown = known.map(fieldsOf)
  const conflicts: Conflict[] = []
  const fromMine: FieldId[] = []
  for (const [field, saved] of stored) {
    const written = own.get(field)
    if (written === undefined || same(written, saved)) continue
    const changedHere = !same(written, began.get(field))
    const changedThere = !everKnown.some((fields) => same(fields.get(field), saved))
    if (!changedHere && !sentLater(everKnown, field, saved)) continue
    fromMine.push(field)
    if (changedHere && changedThere) conflicts.push({ field, mine: written, theirs: saved })
  }
  return { joined: withFields(theirs, fromMine, mine), conflicts }
}

/** Whether a stored value is one that this window sent and then took back. */
function sentLater([, ...sent]: Fields[], field: FieldId, saved: unknown): boolean {
  return sent.some((fields) => same(fields.get(field), saved))
}

/** `content` with some fields as `from` has them. */
export function withFields(
  content: ReportContent,
  fields: readonly FieldId[],
  from: ReportContent,
): ReportContent {
  const taken = new Set(fields)
  const plain = Object.fromEntries(
    columns.filter((name) => taken.has(name)).map((name) => [name, from[name]]),
  )
  const sections = content.sections.map((section): ReportSection => {
    if (!taken.has(sectionField(section.key))) return section
    return from.sections.find(({ key }) => key === section.key) ?? section
  })
  return { ...content, ...plain, sections }
}

/** What a field holds, as words to be read. */
export function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  if (!isSection(value)) return ''
  const rows = (value.rows ?? []).map((row) => row.join(' · '))
  return [value.outside && 'Fuera del campo', value.text, ...rows].filter(Boolean).join('\n')
}

function isSection(value: unknown): value is ReportSection {
  return typeof value === 'object' && value !== null && 'key' in value
}

/** JSON of both is the same, whatever the order of names in it. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted)
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
