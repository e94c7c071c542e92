import type { Attributes } from '#domain/worklist.ts'

/** The keys of a query as the package reads them, with values as DICOM writes them: names whole, several values joined. */
export function queryOf(elements: object, depth = 0): Attributes {
  const keys: Attributes = {}
  for (const [keyword, value] of Object.entries(elements)) {
    if (keyword === '_vrMap' || keyword === 'SpecificCharacterSet') continue
    const isSequence = keyword.endsWith('Sequence')
    if (!isSequence) keys[keyword] = textOf(value)
    else if (depth < 4) keys[keyword] = stepsOf(value).map((step) => queryOf(step, depth + 1))
  }
  return keys
}

function stepsOf(value: unknown): object[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((one) => typeof one === 'object' && one !== null)
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join('\\')
  if (typeof value === 'object' && value !== null) return textOf(Reflect.get(value, 'Alphabetic'))
  return value === undefined || value === null ? '' : String(value)
}
