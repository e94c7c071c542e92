import type { Queryable } from '#server/db/database.ts'
import { afterBaseline, earlierMigrations } from '#server/db/earlier-migrations.ts'

/** Makes a database look as if the migrations that became the baseline, and all later ones, had run in it. */
export async function recordEarlier(
  database: Queryable,
  hashes: ReadonlyMap<string, string> = earlierMigrations,
): Promise<void> {
  await database.query(
    `delete from private_migrations.steps where name like 'migrations/%' and name collate "C" < $1`,
    [afterBaseline],
  )
  await database.query(
    `insert into private_migrations.steps (name, hash) select * from unnest($1::text[], $2::text[])`,
    [[...hashes.keys()], [...hashes.values()]],
  )
}
