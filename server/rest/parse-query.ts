import { Fault } from '#server/base/fault.ts'
import { requireShallow } from '#server/db/nesting.ts'
import { accept, atEnd, cursor, type Field, fail, jsonPath, name, nameList, unexpected } from './cursor.ts'
import {
  type Condition,
  looksLikeFilter,
  type OrderTerm,
  parseFilter,
  parseLogic,
  parseOrder,
} from './parse-filter.ts'
import { parseSelect, type SelectItem } from './parse-select.ts'

/** Filters, order and page of one resource, the main one or an embedded one. */
export type Level = { where: Condition[]; order?: OrderTerm[]; limit?: number; offset?: number }

/** A parsed query string. `args` are the arguments of a function call (`rpc` only). */
export type Query = {
  select?: SelectItem[]
  columns?: string[]
  onConflict?: string[]
  root: Level
  embedded: { path: string[]; level: Level }[]
  args: Map<string, string>
}

function wholeNumber(key: string, text: string): number {
  const c = cursor(`${key} parameter`, text)
  const value = Number(text)
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) fail(c, 'expecting a whole number')
  if (value < 0) {
    const details = 'Limit should be greater than or equal to zero.'
    throw new Fault(416, 'PGRST103', 'Requested range not satisfiable', { fields: { details } })
  }
  return value
}

function names(path: string): string[] {
  return path ? nameList('tree path', path, '.') : []
}

/** Splits `a.b->>c` into the path to a resource and a field in it. */
function treePath(key: string): { path: string[]; field: Field } {
  const c = cursor('tree path', key)
  const path: string[] = []
  let last = name(c)
  while (accept(c, '.')) {
    path.push(last)
    last = name(c)
  }
  const field = { name: last, path: jsonPath(c) }
  if (!atEnd(c)) unexpected(c, 'expecting "." or end of input')
  return { path, field }
}

const levelParameter = /^(?:(.*)\.)?(order|limit|offset|and|or)$/s

/**
 * Parses every parameter of the address; only the caller's key (`apikey`) is skipped. With `call`, a parameter
 * without an operator is an argument of the function; otherwise it is an error.
 */
export function parseQuery(parameters: Iterable<[string, string]>, call: boolean): Query {
  const query: Query = { root: { where: [] }, embedded: [], args: new Map() }
  const levels = new Map<string, Level>()
  const seen = new Set<string>()

  function once(key: string, text: string): void {
    if (seen.has(key)) fail(cursor(`${key} parameter`, text), 'the parameter is given more than once')
    seen.add(key)
  }
  function levelAt(path: string[]): Level {
    if (path.length === 0) return query.root
    const key = JSON.stringify(path)
    const known = levels.get(key)
    if (known) return known
    const level: Level = { where: [] }
    levels.set(key, level)
    query.embedded.push({ path, level })
    return level
  }
  function ofLevel(word: string, prefix: string, key: string, text: string): void {
    if (word === 'and' || word === 'or') {
      const negated = prefix === 'not' || prefix.endsWith('.not')
      const path = negated ? prefix.slice(0, -3).replace(/\.$/, '') : prefix
      levelAt(names(path)).where.push(parseLogic(word, negated, text))
      return
    }
    once(key, text)
    const level = levelAt(names(prefix))
    if (word === 'order') level.order = parseOrder(text)
    else if (word === 'limit') level.limit = wholeNumber(key, text)
    else level.offset = wholeNumber(key, text)
  }

  for (const [key, text] of parameters) {
    if (key === 'apikey') continue
    if (key.includes('\0') || text.includes('\0')) {
      throw new Fault(400, '22021', 'invalid byte sequence for encoding "UTF8": 0x00')
    }
    requireShallow(text, false)
    const level = levelParameter.exec(key)
    if (level) ofLevel(level[2] ?? '', level[1] ?? '', key, text)
    else if (key === 'select' || key === 'columns' || key === 'on_conflict') {
      once(key, text)
      if (key === 'select') query.select = parseSelect(text)
      else if (key === 'columns') query.columns = nameList('columns parameter', text, ',')
      else query.onConflict = nameList('on_conflict parameter', text, ',')
    } else if (call && !key.includes('.') && !looksLikeFilter(text)) {
      once(key, text)
      query.args.set(key, text)
    } else {
      const { path, field } = treePath(key)
      levelAt(path).where.push(parseFilter(field, text))
    }
  }
  return query
}
