import { openPglite } from '#server/db/pglite.ts'
import { migrate, readScripts } from '#server/db/migrate.ts'
import { mutants } from '#tests/mutants/mutants.ts'
const db = await openPglite(undefined)
await migrate(db, await readScripts())
let bad = 0
for (const m of mutants) {
  try { await db.transaction(async (tx) => { await tx.query(m.sql).catch(async (e) => { throw e }); throw new Error('undo') }) }
  catch (e: any) { if (e.message !== 'undo') { if (/multiple commands/.test(e.message)) continue; bad++; console.log(m.name, e.message.slice(0, 200)) } }
}
console.log(mutants.length, 'bad', bad)
await db.close()
