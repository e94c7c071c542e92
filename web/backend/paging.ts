/** Which page of a list; `page` counts from 1. */
export type PageOf = { page: number; pageSize: number }

/** By which column a list is ordered. */
export type Order<Column extends string> = { column: Column; ascending: boolean }

export const newestFirst = { column: 'created_at', ascending: false } as const

/** The first and last row of a page, both included, as `range` wants them. */
export function rangeOf({ page, pageSize }: PageOf): [from: number, to: number] {
  return [(page - 1) * pageSize, page * pageSize - 1]
}

/**
 * How the rows of a list are counted: beyond `countLimit` by an estimate, because counting all rows of a large clinic
 * takes longer than answering a page of them.
 */
export const counted = { count: 'estimated' } as const

/** Totals above this are no exact ones. A hosted project counts as far as its setting `db-max-rows` (docs/product/permissions.md). */
export const countLimit = 10_000

/**
 * For a list's `placeholderData`: the rows before stay while the next ones are on their way. Without a network these may take long or
 * never come, and the pager would name a page whose rows are not shown.
 */
export function keepShown<Rows>(before: Rows | undefined): Rows | undefined {
  return navigator.onLine ? before : undefined
}
