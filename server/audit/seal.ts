import type { Queryable } from '#server/base/database.ts'

/** A seal as it is named in notes and messages. */
export type Seal = { number: number; hash: string }

/** Seals every settled line of the trail, batch by batch; returns how many lines. */
export async function sealTrail(database: Queryable): Promise<number> {
  let sealed = 0
  for (;;) {
    const { rows } = await database.query<{ seal: { rows: number; more: boolean } | null }>(
      'select private.seal_audit() as seal',
    )
    const seal = rows[0]?.seal
    if (!seal) return sealed
    sealed += seal.rows
    if (!seal.more) return sealed
  }
}

/** The newest seal, or undefined before the first. */
export async function newestSeal(database: Queryable): Promise<Seal | undefined> {
  const { rows } = await database.query<{ number: string; hash: string }>(
    'select number::text as number, hash from private.audit_seals order by private.audit_seals.number desc limit 1',
  )
  const row = rows[0]
  return row && { number: Number(row.number), hash: row.hash }
}
