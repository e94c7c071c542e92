import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { useTestBackend } from './test-backend.ts'

const calls = [
  ['verify_receipt', { token: 'a'.repeat(32) }],
  ['is_admin_suffix', { suffix: 'a' }],
  ['invoice_exists', { number: 'IDX-00000001' }],
  ['suggest_referring_doctors', { term: 'gar' }],
] as const

/** Requests for a response that is refused only after the function has run. */
const tricks = [
  ['a page behind the end', '?offset=100', { prefer: 'count=exact' }],
  ['a range behind the end', '', { prefer: 'count=exact', range: '100-' }],
  ['one object of none or many', '', { accept: 'application/vnd.pgrst.object+json' }],
  ['a column of another type', '?select=name::int', {}],
  ['a filter', '?name=eq.1', {}],
  ['an undone transaction', '', { prefer: 'tx=rollback' }],
] as const

describe.each(engines())('what is counted on $name', (engine) => {
  const backend = useTestBackend(engine)

  it.each(calls)(
    '%s counts every call that it answers, also when the answer is refused afterwards',
    async (name, body) => {
      const { access_token: token } = await backend().signIn('doctora')
      for (const [at, [what, query, headers]] of tricks.entries()) {
        await backend().database.query('delete from private.rate_limits')
        const path = `/rest/v1/rpc/${name}${query}`
        const answer = await backend().call('POST', path, { token, body, headers, from: `203.0.113.${at}` })
        const { rows } = await backend().database.query<{ hits: number }>(
          'select hits from private.rate_limits where bucket = $1',
          [name],
        )
        // Either it ran and is counted, or it was refused before it ran.
        const counted = answer.status === 400 ? [] : [{ hits: 1 }]
        expect({ what, status: answer.status, rows }).toEqual({ what, status: answer.status, rows: counted })
      }
    },
  )

  it('a function that counts answers no rows, whose columns could be asked for in a way that fails', async () => {
    const { rows } = await backend().database.query(
      `select p.proname::text as name from pg_proc p join pg_type t on t.oid = p.prorettype
       where p.pronamespace = 'public'::regnamespace and p.prosrc ~ 'private\\.hit\\('
         and (t.typtype = 'c' or t.typname = 'record' or 't' = any (p.proargmodes))`,
    )
    expect(rows).toEqual([])
  })
})
