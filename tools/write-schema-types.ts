import { writeFile } from 'node:fs/promises'
import { migrate, readScripts } from '#server/db/migrate.ts'
import { openPglite } from '#server/db/pglite.ts'
import { schemaTypes } from './schema-types.ts'

// `npm run database-types` rewrites web/backend/schema.ts from the migrations, in a database in memory.

const database = await openPglite(undefined)
try {
  await migrate(database, await readScripts())
  await writeFile('web/backend/schema.ts', await schemaTypes(database))
} finally {
  await database.close()
}
