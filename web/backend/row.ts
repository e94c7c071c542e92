import type { Returns } from './schema.ts'

/** A row with some columns of another type, which it must have. */
export type Changed<
  Row,
  Change extends { [Column in keyof Change]: Column extends keyof Row ? unknown : never },
> = {
  [Column in keyof Row]: Column extends keyof Change ? Change[Column] : Row[Column]
}

/** A row that a function returns; PostgreSQL does not say which of its columns may be null. */
export type RowOf<Name extends keyof Returns> = Returns[Name] extends (infer Row)[] ? Row : never
