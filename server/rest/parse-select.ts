import { Fault } from '#server/base/fault.ts'
import {
  accept,
  atEnd,
  type Cursor,
  cursor,
  expect,
  type Field,
  fail,
  jsonPath,
  match,
  name,
  peek,
  unexpected,
} from './cursor.ts'
import { unsupported } from './fault.ts'

export type SelectItem =
  | { kind: 'star' }
  | { kind: 'field'; field: Field; alias?: string; cast?: string }
  | { kind: 'embed'; target: string; alias?: string; hint?: string; inner: boolean; items: SelectItem[] }

const maxDepth = 12
/** In all, including embedded resources: each item may repeat a row's longest text. */
const maxItems = 100

function refuseAggregate(): never {
  throw new Fault(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

function embedOptions(c: Cursor): { hint?: string; inner: boolean } {
  const options: { hint?: string; inner: boolean } = { inner: false }
  let join = false
  while (accept(c, '!')) {
    const option = name(c)
    if (option === 'inner' || option === 'left') {
      if (join) fail(c, 'more than one join type')
      join = true
      options.inner = option === 'inner'
    } else {
      if (options.hint !== undefined) fail(c, 'more than one hint')
      options.hint = option
    }
  }
  return options
}

function item(c: Cursor, depth: number): SelectItem {
  match(c, /[ \t]+/y)
  if (accept(c, '*')) return { kind: 'star' }
  if (peek(c, '..')) throw unsupported('spreading an embedded resource (...)')
  let target = name(c)
  let alias: string | undefined
  if (peek(c, ':') && !peek(c, '::')) {
    c.at += 1
    alias = target
    if (peek(c, '..')) throw unsupported('spreading an embedded resource (...)')
    target = name(c)
  }
  if (peek(c, '!') || peek(c, '(')) {
    if (target === 'count' && peek(c, '()')) refuseAggregate()
    const options = embedOptions(c)
    expect(c, '(')
    const items = peek(c, ')') ? [] : list(c, depth + 1)
    expect(c, ')')
    return { kind: 'embed', target, items, ...options, ...(alias === undefined ? {} : { alias }) }
  }
  const field: Field = { name: target, path: jsonPath(c) }
  const cast = accept(c, '::') ? match(c, /[\p{L}\p{N}_ $]+/uy)?.trim() : undefined
  if (cast === '' || (cast === undefined && c.text.slice(c.at - 2, c.at) === '::')) {
    unexpected(c, 'expecting a type name')
  }
  if (match(c, /\.(?:avg|count|max|min|sum)\(\)/y)) refuseAggregate()
  return { kind: 'field', field, ...(alias === undefined ? {} : { alias }), ...(cast ? { cast } : {}) }
}

function list(c: Cursor, depth: number): SelectItem[] {
  if (depth > maxDepth) fail(c, `more than ${maxDepth} levels of embedding`)
  const items: SelectItem[] = []
  do {
    items.push(item(c, depth))
    match(c, /[ \t]+/y)
  } while (accept(c, ','))
  return items
}

/** The `select` parameter: columns, `alias:column`, `column::type`, json paths and embedded resources to any depth. */
export function parseSelect(text: string): SelectItem[] {
  const c = cursor('select parameter', text)
  const items = list(c, 0)
  if (!atEnd(c)) unexpected(c, 'expecting "," or end of input')
  if (countOf(items) > maxItems) throw unsupported(`a select of more than ${maxItems} items`)
  return items
}

function countOf(items: readonly SelectItem[]): number {
  return items.reduce((sum, one) => sum + 1 + (one.kind === 'embed' ? countOf(one.items) : 0), 0)
}
