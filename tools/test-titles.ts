import { parseSync } from 'vite'

/** The title of a test, or of a `describe` with the titles inside it. */
export type Title = { title: string; inside: Title[] }

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Whether a call of this takes a title: `it`, or what `it.each(…)` and `describe.skipIf(…)` return. */
function takesTitle(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return /^(it|test|describe)$/.test(String(callee.name))
  if (callee.type !== 'CallExpression') return false
  const made = callee.callee
  return isNode(made) && made.type === 'MemberExpression' && takesTitle(made.object)
}

/**
 * The titles in a test file, nested and in order, without running it. `%s`, `$name` and `${…}` stay as they are written;
 * a title that is no literal is shown as `${its expression}`. Throws if the file cannot be parsed.
 */
export function readTitles(path: string, source: string): Title[] {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)

  const asWritten = (title: unknown): string => {
    if (!isNode(title)) throw new Error(`${path}: a test without a title`)
    if (typeof title.value === 'string') return title.value
    const text = source.slice(title.start, title.end)
    return title.type === 'TemplateLiteral' ? text.slice(1, -1) : `\${${text}}`
  }

  const titlesIn = (value: unknown): Title[] => {
    if (Array.isArray(value)) return value.flatMap(titlesIn)
    if (!isNode(value)) return []
    const inside = Object.values(value).flatMap(titlesIn)
    if (value.type !== 'CallExpression' || !takesTitle(value.callee)) return inside
    return [{ title: asWritten(Array.isArray(value.arguments) ? value.arguments[0] : undefined), inside }]
  }
  return titlesIn(program)
}
