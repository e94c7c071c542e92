import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { Pool } from 'pg'

// The least that can serve the same list: Node's http, the driver, one token check, one transaction with the caller's
// role and claims, and PostgreSQL making the JSON. No routing, parsing, planning, headers or log.
// node --import tsx lab/bench/yardstick.ts postgres '<pg fields as JSON>' <jwt secret>
// node --import tsx lab/bench/yardstick.ts pglite <folder> <jwt secret>

const [kind = '', where = '', secret = ''] = process.argv.slice(2)

const list = `select coalesce(json_agg(r.*)::text, '[]') as body from (
  select c.id, c.appointment_date, c.appointment_time, c.status, c.study_type,
    row_to_json(p.*) as patient, row_to_json(d.*) as doctor
  from public.citas c
  left join lateral (select p.full_name, p.email from public.profiles p where p.id = c.patient_id) p on true
  left join lateral (select d.full_name, d.specialty from public.profiles d where d.id = c.doctor_id) d on true
  order by c.appointment_date desc, c.id asc limit 20) r`

const begin = (claims: string) =>
  `select set_config('search_path', 'public, extensions', true), set_config('statement_timeout', '30s', true),
   set_config('request.jwt.claims', '${claims.replaceAll("'", "''")}', true), set_config('role', 'authenticated', true)`

/** The claims of a token that we signed and that has not expired, as text. */
function claimsOf(header: string | undefined): string | undefined {
  const [head = '', body = '', signature = ''] = (header ?? '').replace('Bearer ', '').split('.')
  const own = createHmac('sha256', secret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (own.length !== given.length || !timingSafeEqual(own, given)) return undefined
  const claims = Buffer.from(body, 'base64url').toString('utf8')
  return JSON.parse(claims).exp * 1000 > Date.now() ? claims : undefined
}

type Answer = (claims: string) => Promise<string>

async function onPostgres(): Promise<Answer> {
  const pool = new Pool({ ...JSON.parse(where), max: 16 })
  return async (claims) => {
    const client = await pool.connect()
    try {
      await client.query(`begin read only; ${begin(claims)}`)
      const { rows } = await client.query(list)
      await client.query('commit')
      return String(rows[0].body)
    } finally {
      client.release()
    }
  }
}

async function onPglite(): Promise<Answer> {
  const pglite = await PGlite.create({ dataDir: where, extensions: { pg_trgm } })
  return (claims) =>
    pglite.transaction(async (tx) => {
      await tx.exec(`set transaction read only; ${begin(claims)}`)
      const { rows } = await tx.query<{ body: string }>(list)
      return rows[0]?.body ?? ''
    })
}

const answer = await (kind === 'postgres' ? onPostgres() : onPglite())
const server = createServer((request, response) => {
  const claims = claimsOf(request.headers.authorization)
  if (!claims) {
    response.writeHead(401).end()
    return
  }
  answer(claims).then(
    (body) => response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}/` }))
})
