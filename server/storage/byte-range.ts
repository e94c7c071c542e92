export type ByteRange = { first: number; last: number }

/**
 * Parses the `Range` header for a file of `size` bytes (RFC 9110, 14.2).
 *
 * Null means the whole file: no header, another unit, several ranges, or no valid range. `unsatisfiable` is a
 * range that starts after the end.
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = header?.match(/^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i)
  if (!match) return null
  const [, from = '', to = ''] = match
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return null
  if (first >= size) return 'unsatisfiable'
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}

/** Whether a list of entity tags (`If-None-Match`, `If-Range`) contains this one; `*` matches all. */
export function namesTag(header: string | null, tag: string): boolean {
  if (header === null) return false
  return header.split(',').some((part) => {
    const candidate = part.trim().replace(/^W\//, '')
    return candidate === '*' || candidate === tag
  })
}
