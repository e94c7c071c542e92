import { createHash } from 'node:crypto'

/** The fields of a seal; times as `yyyy-MM-ddTHH:mm:ss.uuuuuu` in UTC. */
export type SealFacts = {
  number: number
  from: number
  to: number
  rows: number
  marks: Buffer
  hash: string
  at: string
}

/** A line of the trail: its id and its columns as text, in the order in which `private.seal_audit` writes them. */
export type TrailRow = { id: number; fields: (string | null)[] }

const markBytes = 16

/**
 * The text of a line as it was sealed: PostgreSQL's `format('%L,...')`, rebuilt here so that no function of the
 * database is trusted.
 */
export const lineOf = ({ fields }: TrailRow): string => fields.map(quoted).join(',')

function quoted(value: string | null): string {
  if (value === null) return 'NULL'
  const text = value.replaceAll("'", "''").replaceAll('\\', '\\\\')
  return value.includes('\\') ? `E'${text}'` : `'${text}'`
}

/** The part of a line's hash that the seal stores for it, in hexadecimal. */
export const digestOf = (line: string): string => createHash('sha256').update(line).digest('hex').slice(0, 16)

/** Ids and digests of a seal's lines, in order. */
export function readMarks(marks: Buffer): { id: number; digest: string }[] {
  return Array.from({ length: Math.floor(marks.length / markBytes) }, (_, index) => {
    const at = index * markBytes
    return {
      id: Number(marks.readBigInt64BE(at)),
      digest: marks.subarray(at + 8, at + markBytes).toString('hex'),
    }
  })
}

/** Takes a seal's lines in order; `end` returns the hash the seal must have when it follows the seal with hash `before`. */
export function createSealHash(seal: SealFacts, before: string | null) {
  const hash = createHash('sha256')
  hash.update(`${[before ?? '-', seal.number, seal.from, seal.to, seal.rows, seal.at].join(' ')}\n`)
  return {
    add: (id: number, line: string) => void hash.update(`${id} ${line}\n`),
    end: () => hash.update(seal.marks).digest('hex'),
  }
}
