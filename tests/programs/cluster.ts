import { startEmbedded } from '#server/db/embedded.ts'
import { openPostgres } from '#server/db/postgres.ts'

// Writes rows into a cluster for ever and prints each number after its commit; made to be killed.

const server = await startEmbedded(process.argv[2] ?? '')
const database = await openPostgres(server.connection)
await database.exec('create table if not exists acknowledged (n int primary key)')
for (let n = 0; ; n++) {
  await database.query('insert into acknowledged values ($1)', [n])
  process.stdout.write(`${n}\n`)
}
