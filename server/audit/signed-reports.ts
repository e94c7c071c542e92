import { createHash } from 'node:crypto'
import type { Queryable } from '#server/base/database.ts'

type Signed = {
  folio: string
  addendum: number | null
  words: string
  hash: string
  /** The hash that the line of its signature says; null without such a line. */
  told: string | null
}

/**
 * What is not as it was signed: reports and addenda whose text does not give their hash, or whose hash is not the one that the trail
 * says, and signatures in the trail whose report is gone; in Spanish. Recomputed outside of the database.
 */
export async function* changedReports(db: Queryable): AsyncGenerator<string> {
  for (const { folio, addendum, words, hash, told } of await readSigned(db)) {
    const name = addendum === null ? `El informe ${folio}` : `La adenda ${addendum} del informe ${folio}`
    if (createHash('sha256').update(words).digest('hex') !== hash) yield `${name} no es lo que se firmó.`
    if (told === null) yield `${name} no tiene la línea de su firma en la bitácora.`
    else if (told !== hash) yield `${name} no es lo que dice la línea de su firma.`
  }
  const { rows } = await db.query<{ id: string }>(
    `select l.id::text as id from private.audit_log l
     where l.subject in ('reports', 'report_addenda') and l.action = 'sign'
       and not exists (select from public.reports r where r.id::text = l.row_id)
       and not exists (select from public.report_addenda a where a.id::text = l.row_id)
     order by l.id`,
  )
  for (const { id } of rows) yield `Falta lo que se firmó según la fila ${id}.`
}

async function readSigned(db: Queryable): Promise<Signed[]> {
  const { rows } = await db.query<Signed>(
    `with signed as (
       select r.id::text as id, 'reports' as subject, r.folio, null::int as addendum, r.signed_text as words,
         r.content_hash as hash
       from public.reports r where r.signed_at is not null
       union all
       select a.id::text, 'report_addenda', r.folio, a.position, a.signed_text, a.content_hash
       from public.report_addenda a join public.reports r on r.id = a.report_id where a.signed_at is not null
     )
     select s.folio, s.addendum, s.words, s.hash, (
       select replace(l.columns[1], 'content_hash=', '') from private.audit_log l
       where l.subject = s.subject and l.row_id = s.id and l.action = 'sign' order by l.id limit 1
     ) as told
     from signed s order by s.folio, s.addendum nulls first`,
  )
  return rows
}
