import { withoutMarks } from './without-marks.ts'

/** A section as a template stores it; `columns` are the headings of its table. */
type Section = { key: string; title: string; columns?: string[] }

/** A section in the hands of an administrator: a line for each column; `key` is null until it is saved first. */
export type EditedSection = { id: string; key: string | null; title: string; columns: string }

/** As the database holds them (docs/product/reports.md). */
export const templateLimits = { name: 100, sections: 20, title: 100, columns: 10, key: 40 } as const

/** For editing; `newId` names each for the time being. */
export function editedSections(sections: readonly Section[], newId: () => string): EditedSection[] {
  return sections.map(({ key, title, columns = [] }) => ({
    id: newId(),
    key,
    title,
    columns: columns.join('\n'),
  }))
}

/** The headings in a text with a line for each; empty lines are none. */
function columnsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** For storing: a section keeps its key under another title, a new one gets a key of its title that no other has. */
export function storedSections(edited: readonly EditedSection[]): Section[] {
  const taken = new Set(edited.flatMap(({ key }) => key ?? []))
  return edited.map(({ key: kept, title: typed, columns: text }) => {
    const title = typed.trim()
    const key = kept ?? freeKey(title, taken)
    taken.add(key)
    const columns = columnsOf(text)
    return columns.length > 0 ? { key, title, columns } : { key, title }
  })
}

/** What is wrong with a section's title, or null. */
export function titleProblem({ title }: EditedSection): string | null {
  return title.trim() === '' ? 'Escribe el nombre de la sección.' : null
}

/** What is wrong with a section's columns, or null. */
export function columnsProblem({ columns }: EditedSection): string | null {
  const names = columnsOf(columns)
  if (new Set(names).size < names.length) return 'Dos columnas no pueden llamarse igual.'
  return names.length > templateLimits.columns
    ? `Una tabla puede tener ${templateLimits.columns} columnas como máximo.`
    : null
}

function freeKey(title: string, taken: ReadonlySet<string>): string {
  const words = withoutMarks(title)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const base = words.slice(0, templateLimits.key - 3) || 'seccion'
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? base : `${base}_${number}`
    if (!taken.has(key)) return key
  }
}
