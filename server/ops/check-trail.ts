import { lastNote, notesFile } from '#server/audit/notes.ts'
import { newestSeal } from '#server/audit/seal.ts'
import type { Database } from '#server/base/database.ts'
import { type Finding, ok, problem } from './finding.ts'

/** Whether the last seal noted outside of the database is still in it; `audit:verify` checks the whole trail. */
export async function checkTrail(database: Database, dataDir: string): Promise<Finding> {
  const noted = await lastNote(notesFile(dataDir))
  const newest = await newestSeal(database)
  if (noted) {
    const { rows } = await database.query<{ hash: string }>(
      'select hash from private.audit_seals where number = $1::bigint',
      [noted.number],
    )
    if (rows[0]?.hash !== noted.hash) {
      return problem(
        `El sello ${noted.number} de la bitácora no es el que se anotó fuera de la base.`,
        'Ejecuta npm run audit:verify y guarda lo que diga.',
      )
    }
  }
  if (!newest) return ok('Bitácora: todavía sin sellos.')
  return ok(`Bitácora: último sello ${newest.number} ${newest.hash}.`)
}
