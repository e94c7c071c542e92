/** Which page of a list; `page` counts from 1. */
export type PageOf = { page: number; pageSize: number }

/** The first and last row of a page, both included, as `range` wants them. */
export function rangeOf({ page, pageSize }: PageOf): [from: number, to: number] {
  return [(page - 1) * pageSize, page * pageSize - 1]
}

/**
 * A filter for `or`: one of the columns contains the text, without regard to case. `%`, `_` and `*` are looked for as
 * they are. Null for a blank text.
 */
export function containsFilter(columns: readonly string[], text: string): string | null {
  const term = text.trim()
  if (term === '') return null
  // First for LIKE, then for the quoted value; PostgREST reads * as %, and has no way to write it as itself.
  const like = term.replace(/[\\%_]/g, '\\$&').replace(/\*/g, '_')
  const quoted = `"%${like.replace(/[\\"]/g, '\\$&')}%"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join(',')
}
