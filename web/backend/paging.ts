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
 * How list rows are counted: above `countLimit` by an estimate, because
 * counting every row of a large clinic takes longer than reading a page.
 */
export const counted = { count: 'estimated' } as const

/** Totals above this are estimates. A hosted project counts up to its setting `db-max-rows` (docs/product/permissions.md). */
export const countLimit = 10_000

/**
 * For a list's `placeholderData`: keeps the old rows while the next ones load. Not without
 * a network: they may never come, and the pager would name a page that is not shown.
 */
export function keepShown<Rows>(before: Rows | undefined): Rows | undefined {
  return navigator.onLine ? before : undefined
}
