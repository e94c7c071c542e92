import { Fault } from '#server/base/fault.ts'

/** A position in a text being parsed; `what` names the text in errors. */
export type Cursor = { readonly text: string; readonly what: string; at: number }

export function cursor(what: string, text: string): Cursor {
  return { text, what, at: 0 }
}

export function fail(c: Cursor, details: string): never {
  const message = `"failed to parse ${c.what} (${c.text})" (line 1, column ${c.at + 1})`
  throw new Fault(400, 'PGRST100', message, { fields: { details } })
}

export function atEnd(c: Cursor): boolean {
  return c.at >= c.text.length
}

export function peek(c: Cursor, token: string): boolean {
  return c.text.startsWith(token, c.at)
}

/** Skips `token` if it comes next. */
export function accept(c: Cursor, token: string): boolean {
  if (!peek(c, token)) return false
  c.at += token.length
  return true
}

export function expect(c: Cursor, token: string): void {
  if (!accept(c, token)) unexpected(c, `expecting "${token}"`)
}

export function unexpected(c: Cursor, wanted: string): never {
  fail(c, `unexpected ${atEnd(c) ? 'end of input' : `"${c.text[c.at]}"`} ${wanted}`)
}

/** What a sticky pattern matches here, or undefined without moving. */
export function match(c: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = c.at
  const found = pattern.exec(c.text)?.[0]
  if (found !== undefined) c.at += found.length
  return found
}

const quoted = /"(?:[^"\\]|\\[\s\S])*"/y
const plainName = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy

/** A value in double quotes with `\` as escape, or undefined without moving. */
export function quotedValue(c: Cursor): string | undefined {
  return match(c, quoted)
    ?.slice(1, -1)
    .replace(/\\([\s\S])/g, '$1')
}

/** A column, table or alias: bare letters, digits, `_`, `$`, spaces and dashes, or anything in quotes. */
export function name(c: Cursor): string {
  const inQuotes = quotedValue(c)
  if (inQuotes !== undefined) return inQuotes
  const bare = match(c, plainName)?.trim()
  if (!bare) unexpected(c, 'expecting field name (* or [a..z0..9_$])')
  return bare
}

/** Names with a separator between them and nothing else. */
export function nameList(what: string, text: string, separator: ',' | '.'): string[] {
  const c = cursor(what, text)
  const names = [name(c)]
  while (accept(c, separator)) names.push(name(c))
  if (!atEnd(c)) unexpected(c, `expecting "${separator}" or end of input`)
  return names
}

/** One step into a json value: a key, or an index from the start or (negative) the end. */
export type JsonStep = { arrow: '->' | '->>'; key: string | number }

/** A column or computed field, with an optional way into its json. */
export type Field = { name: string; path: JsonStep[] }

/** Deeper than any value of ours. PostgreSQL parses a path as nested calls, and some thousands break PGlite. */
const maxSteps = 20

export function jsonPath(c: Cursor): JsonStep[] {
  const path: JsonStep[] = []
  while (peek(c, '->')) {
    if (path.length === maxSteps) fail(c, `more than ${maxSteps} steps into a value`)
    const arrow = accept(c, '->>') ? '->>' : '->'
    if (arrow === '->') c.at += 2
    const index = match(c, /-?\d+(?=->|::|\.|,|\)|$)/y)
    if (index !== undefined && !Number.isSafeInteger(Number(index))) fail(c, `index ${index} is too large`)
    path.push({ arrow, key: index === undefined ? name(c) : Number(index) })
  }
  return path
}

export function field(c: Cursor): Field {
  return { name: name(c), path: jsonPath(c) }
}
