const comparisons = { eq: '=', neq: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const

/** One condition on a column; `in` has several values, the others exactly one. */
export type Condition = { column: string; operator: keyof typeof comparisons | 'in'; values: string[] }

/** Thrown for a filter that this server does not support; the message is for the client's developer. */
export class FilterError extends Error {}

const shape = /^([a-zA-Z_][a-zA-Z0-9_]{0,62})=([a-z]+)\.([\s\S]*)$/

/**
 * Parses the filter of a subscription: `column=operator.value`, several joined by commas (all must hold).
 * Values with a comma, parenthesis or quote are quoted as in PostgREST. Unknown operators are refused, since an
 * ignored filter would show too much.
 */
export function parseFilter(text: string): Condition[] {
  if (text === '') return []
  return splitOutside(text).map((part) => {
    const match = shape.exec(part)
    if (!match) throw new FilterError(`Error parsing filter params: ${part.slice(0, 100)}`)
    const [, column = '', operator = '', value = ''] = match
    if (operator === 'in') {
      const list = /^\(([\s\S]+)\)$/.exec(value)?.[1]
      if (list === undefined) throw new FilterError('The filter in needs a list: column=in.(a,b)')
      const values = splitOutside(list).map(unquote)
      if (values.length > 100) throw new FilterError('The filter in takes 100 values or fewer')
      return { column, operator, values }
    }
    if (!isComparison(operator)) throw new FilterError(`The filter operator ${operator} is not supported`)
    return { column, operator, values: [unquote(value)] }
  })
}

/**
 * The condition as SQL over the row `row` (a quoted identifier). `typeOf` gives a column's SQL type;
 * `parameter` takes a value and returns its placeholder.
 */
export function toSql(
  { column, operator, values }: Condition,
  row: string,
  typeOf: (column: string) => string,
  parameter: (value: string) => string,
): string {
  const left = `${row}."${column}"`
  const operands = values.map((value) => `${parameter(value)}::text::${typeOf(column)}`)
  return operator === 'in'
    ? `${left} in (${operands.join(', ')})`
    : `${left} ${comparisons[operator]} ${operands[0]}`
}

function isComparison(text: string): text is keyof typeof comparisons {
  return Object.hasOwn(comparisons, text)
}

/** Splits at commas that are neither quoted nor in parentheses. */
function splitOutside(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at]
    if (quoted && mark === '\\') at += 1
    else if (mark === '"') quoted = !quoted
    else if (quoted) continue
    else if (mark === '(') depth += 1
    else if (mark === ')') depth -= 1
    else if (mark === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  if (quoted || depth !== 0)
    throw new FilterError('Error parsing filter params: unbalanced quotes or parentheses')
  parts.push(text.slice(from))
  return parts
}

function unquote(value: string): string {
  if (!value.startsWith('"')) return value
  if (value.length < 2 || !value.endsWith('"'))
    throw new FilterError('Error parsing filter params: a half quoted value')
  return value.slice(1, -1).replace(/\\(.)/gs, '$1')
}
