import {
  accept,
  atEnd,
  type Cursor,
  cursor,
  expect,
  type Field,
  fail,
  field,
  match,
  name,
  peek,
  quotedValue,
  unexpected,
} from './cursor.ts'
import { unsupported } from './fault.ts'

export const comparisons = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
} as const
export type Comparison = keyof typeof comparisons
export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Test =
  | { op: Comparison; value: string }
  | { op: 'is'; value: IsValue }
  | { op: 'in'; values: string[] }

export type Filter = { kind: 'filter'; field: Field; negated: boolean; test: Test }
export type Condition = Filter | { kind: 'and' | 'or'; negated: boolean; of: Condition[] }

export type OrderTerm = {
  /** The embedded resource whose column sorts this one, as in `order=patient(full_name)`. */
  relation?: string
  field: Field
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

const refused = new Set(
  'all any isdistinct match imatch fts plfts phfts wfts cs cd ov sl sr nxr nxl adj'.split(' '),
)
const maxDepth = 20

function isComparison(op: string): op is Comparison {
  return Object.hasOwn(comparisons, op)
}

const anyOperator = new RegExp(
  `^(?:not\\.)?(?:${[...Object.keys(comparisons), 'is', 'in', ...refused].join('|')})(?:\\([^)]*\\))?\\.`,
)

/** Whether a parameter of a function call is a filter on its rows rather than an argument. */
export function looksLikeFilter(value: string): boolean {
  return anyOperator.test(value)
}

/** In a logic tree a value ends at `,` or `)` unless it is quoted or a `{...}` array. */
function treeValue(c: Cursor): string {
  const start = c.at
  const inQuotes = quotedValue(c)
  if (inQuotes !== undefined && (atEnd(c) || peek(c, ',') || peek(c, ')'))) return inQuotes
  c.at = start
  return match(c, /\{[^{}]*\}/y) ?? match(c, /[^,)]*/y) ?? ''
}

function listValues(c: Cursor): string[] {
  expect(c, '(')
  if (accept(c, ')')) return []
  const values: string[] = []
  do {
    const start = c.at
    const inQuotes = quotedValue(c)
    if (inQuotes !== undefined && (peek(c, ',') || peek(c, ')'))) values.push(inQuotes)
    else {
      c.at = start
      values.push(match(c, /[^,)]*/y) ?? '')
    }
  } while (accept(c, ','))
  expect(c, ')')
  return values
}

function isValue(c: Cursor): IsValue {
  const word = match(c, /[a-z_]+/iy)?.toLowerCase()
  if (word === 'null' || word === 'not_null' || word === 'true' || word === 'false' || word === 'unknown') {
    return word
  }
  return unexpected(c, 'expecting null, not_null, true, false or unknown')
}

function parseTest(c: Cursor, inTree: boolean): { negated: boolean; test: Test } {
  const negated = accept(c, 'not.')
  const op = match(c, /[a-z]+/y) ?? ''
  if (refused.has(op) || (isComparison(op) && peek(c, '('))) {
    const modifier = match(c, /\([^)]*\)/y) ?? ''
    throw unsupported(`the operator "${op}${modifier}"`)
  }
  if (!isComparison(op) && op !== 'is' && op !== 'in') {
    const shown = op || c.text.slice(c.at).split('.', 1)[0]
    fail(c, `unknown single value operator ${shown}`)
  }
  expect(c, '.')
  if (op === 'in') return { negated, test: { op, values: listValues(c) } }
  if (op === 'is') return { negated, test: { op, value: isValue(c) } }
  if (inTree) return { negated, test: { op, value: treeValue(c) } }
  const value = c.text.slice(c.at)
  c.at = c.text.length
  return { negated, test: { op, value } }
}

/** The value of a filter parameter, e.g. `not.in.(1,2)`. */
export function parseFilter(target: Field, text: string): Filter {
  const c = cursor('filter', text)
  const parsed = parseTest(c, false)
  if (!atEnd(c)) unexpected(c, 'expecting end of input')
  return { kind: 'filter', field: target, ...parsed }
}

function tree(c: Cursor, depth: number): Condition {
  if (depth > maxDepth) fail(c, `more than ${maxDepth} levels of conditions`)
  match(c, /[ \t]+/y)
  const start = c.at
  const negated = accept(c, 'not.')
  const kind = match(c, /(?:and|or)(?= *\()/y)
  if (kind === 'and' || kind === 'or') return { kind, negated, of: branches(c, depth) }
  c.at = start
  const target = field(c)
  expect(c, '.')
  return { kind: 'filter', field: target, ...parseTest(c, true) }
}

function branches(c: Cursor, depth: number): Condition[] {
  match(c, /[ \t]+/y)
  expect(c, '(')
  const of: Condition[] = []
  do {
    of.push(tree(c, depth + 1))
    match(c, /[ \t]+/y)
  } while (accept(c, ','))
  expect(c, ')')
  return of
}

/** The value of an `and`/`or` parameter, e.g. `(a.eq.1,not.and(b.gt.2,c.is.null))`. */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string): Condition {
  const c = cursor('logic tree', text)
  const of = branches(c, 0)
  if (!atEnd(c)) unexpected(c, 'expecting end of input')
  return { kind, negated, of }
}

function orderTerm(c: Cursor): OrderTerm {
  match(c, /[ \t]+/y)
  const start = c.at
  const first = name(c)
  const term: OrderTerm = { field: { name: first, path: [] } }
  if (accept(c, '(')) {
    term.relation = first
    term.field = field(c)
    expect(c, ')')
  } else {
    c.at = start
    term.field = field(c)
  }
  const direction = match(c, /\.(?:asc|desc)(?=[.,]|$)/y)?.slice(1)
  if (direction === 'asc' || direction === 'desc') term.direction = direction
  const nulls = match(c, /\.nulls(?:first|last)(?=,|$)/y)
  if (nulls) term.nulls = nulls === '.nullsfirst' ? 'first' : 'last'
  return term
}

/** The value of an `order` parameter, e.g. `a.desc.nullslast,patient(full_name)`. */
export function parseOrder(text: string): OrderTerm[] {
  const c = cursor('order', text)
  const terms = [orderTerm(c)]
  while (accept(c, ',')) terms.push(orderTerm(c))
  if (!atEnd(c)) unexpected(c, 'expecting "asc", "desc", "nullsfirst" or "nullslast"')
  return terms
}
