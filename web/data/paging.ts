/** Which page of a list; `page` counts from 1. */
export type PageOf = { page: number; pageSize: number }

/** By which column a list is ordered. */
export type Order<Column extends string> = { column: Column; ascending: boolean }

export const newestFirst = { column: 'created_at', ascending: false } as const

/** The first and last row of a page, both included, as `range` wants them. */
export function rangeOf({ page, pageSize }: PageOf): [from: number, to: number] {
  return [(page - 1) * pageSize, page * pageSize - 1]
}
