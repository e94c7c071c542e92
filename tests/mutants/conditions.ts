/** A piece of SQL, and what stands there in a mutant. `was`: the piece on one line. */
export type Change = { from: number; to: number; by: string; was: string }

const words = new RegExp(
  [
    `'(?:[^']|'')*'`,
    '"[^"]*"',
    String.raw`\bis\s+(?:not\s+)?distinct\s+from\b`,
    String.raw`\bdistinct\s+on\b`,
    String.raw`\b(?:left|right|full|cross|inner)\s+(?:outer\s+)?join\b`,
    String.raw`\b[a-z_]\w*\b`,
    '[(),]',
  ].join('|'),
  'gi',
)

const filters = ['where', 'on', 'having']
const begins = new Set([...filters, 'when', ','])
const ends = new Set(
  'then else select from join using order group limit offset union except intersect'.split(' '),
)

/** Conditions beside each other, as far as they are read. */
type Chain = {
  after: string
  from: number
  parts: [from: number, to: number][]
  links: string[]
  between: boolean
}

const begin = (after: string, from: number): Chain => ({ after, from, parts: [], links: [], between: false })

/**
 * What a policy's rule may leave out and stay SQL: each member of an `and`, which is then true; each member of an `or`, then
 * false; each `where` and `on` that has no `and`, and the rule itself, then true.
 */
export function conditions(sql: string): Change[] {
  const changes: Change[] = []
  const outside: { chain: Chain; opened: string }[] = []
  let chain = begin('where', 0)

  const change = (from: number, to: number, by: string) => {
    const piece = sql.slice(from, to)
    const start = from + piece.length - piece.trimStart().length
    const was = piece.trim().replace(/\s+/g, ' ')
    if (was !== '' && was !== by) changes.push({ from: start, to: start + piece.trim().length, by, was })
  }
  const close = (at: number) => {
    const { links } = chain
    const parts = [...chain.parts, [chain.from, at] as const]
    const start = parts[0]?.[0] ?? at
    if (filters.includes(chain.after) && !links.includes('and')) change(start, at, 'true')
    if (links.length === 0) return
    for (const [index, [from, to]] of parts.entries())
      change(from, to, [links[index - 1], links[index]].includes('and') ? 'true' : 'false')
  }

  for (const { 0: text, index } of sql.matchAll(words)) {
    const said = text
      .toLowerCase()
      .replace(/^(?:left|right|full|cross|inner)\s.*/s, 'join')
      .replace(/\s+/g, '_')
    const next = index + text.length
    if (said === '(' || said === 'case') {
      outside.push({ chain, opened: said })
      chain = begin(said, next)
    } else if (said === ')' || (said === 'end' && outside.at(-1)?.opened === 'case')) {
      close(index)
      chain = outside.pop()?.chain ?? begin('', next)
    } else if (said === 'between') chain.between = true
    else if (said === 'and' && chain.between) chain.between = false
    else if (said === 'and' || said === 'or') {
      chain.parts.push([chain.from, index])
      chain.links.push(said)
      chain.from = next
    } else if (begins.has(said) || ends.has(said)) {
      close(index)
      chain = begin(said, next)
    }
  }
  close(sql.length)
  return changes
}

/** The text with one change. */
export const changed = (sql: string, { from, to, by }: Change) => sql.slice(0, from) + by + sql.slice(to)
