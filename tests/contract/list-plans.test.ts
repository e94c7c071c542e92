import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/base/database.ts'
import { readPlan } from '#server/rest/read-plan.ts'
import { loadSchema, type Schema } from '#server/rest/schema.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { rehearse, type Stage } from '#tests/policies/rehearse.ts'
import { type Ask, exportsOf, listsOf, panelLists } from './planned-lists.ts'
import { firstAsked } from './screen.ts'

// Plans are read here, not times. A slow machine would meet the limit, and then be refused the rest.
vi.mock('#server/base/numbers.ts', async (load) => ({
  ...(await load<object>()),
  statementLimits: { people: 240_000, service: 240_000 },
}))

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const admin = id(1)
const doctor = id(2)
const identityOf = (sub: string) =>
  ({ role: 'authenticated', claims: { sub, role: 'authenticated', aal: 'aal1' } }) as const

// 20 doctors, 5,000 patients and some thousands of rows of each kind, without triggers, which are not tested here.
const someYears = `
  set session_replication_role = replica;
  insert into auth.users (id, email, encrypted_password)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n || '@clinica.test', 'x'
    from generate_series(1, 5000) n;
  insert into public.profiles (id, full_name, email, phone, role, is_admin, created_at)
    select u.id, (array['María', 'José', 'Ana', 'Luis', 'Inés'])[1 + n % 5] || ' Apellido' || (n * 7919) % 4999,
      u.email, '55' || lpad((n * 7919)::text, 8, '0'), case when n <= 20 then 'doctor' else 'patient' end, n = 1,
      '2026-01-01'::timestamptz - n * interval '1 hour'
    from auth.users u, lateral (select right(u.id::text, 12)::int as n) x;
  insert into private.doctor_patients (doctor_id, patient_id)
    select ('00000000-0000-4000-8000-' || lpad((1 + n % 20)::text, 12, '0'))::uuid,
      ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid
    from generate_series(21, 1520) n;
  insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, status)
    select l.patient_id, l.doctor_id, '2026-01-01'::date - (n + 8 * (m / 17))::int, time '09:30' + (m % 17) * interval '30 minutes',
      (array['Tomografía', 'Escaneo Intraoral', 'Radiografía'])[1 + m % 3], 'completada'
    from (select l.*, row_number() over (partition by l.doctor_id) as m from private.doctor_patients l) l, generate_series(1, 8) n;
  update public.citas set status = 'pendiente' where appointment_date > '2025-12-30';
  insert into public.studies (patient_id, doctor_id, study_type, study_date, report_needed, created_at)
    select patient_id, doctor_id, study_type, appointment_date, true, appointment_date + appointment_time
    from public.citas;
  insert into public.awaiting_reports (study_id, patient_id, doctor_id, created_at)
    select id, patient_id, doctor_id, created_at from public.studies;
  insert into public.invoices (invoice_number, patient_id, doctor_id, payment_date, payment_method, services, total_amount)
    select 'IDX-' || lpad((row_number() over ())::text, 8, '0'), patient_id, doctor_id, appointment_date, 'Efectivo', '[]', 0
    from public.citas;
  insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, status, created_at)
    select p.full_name || ' ' || n, p.email, '5512345678', 'Tomografía', case when n = 1 then 'pendiente' else 'aceptada' end,
      '2026-01-01'::timestamptz - (n * 1520 + row_number() over ()) * interval '1 minute'
    from public.profiles p, generate_series(1, 5) n where right(p.id::text, 12)::int <= 1520;
  insert into private.audit_log (at, actor, actor_role, action, subject, row_id, patient_id)
    select '2026-01-01'::timestamptz - n * interval '7 minutes', ('00000000-0000-4000-8000-' || lpad((1 + n % 20)::text, 12, '0'))::uuid,
      'authenticated', 'update', (array['citas', 'studies', 'invoices'])[1 + n % 3], n::text,
      ('00000000-0000-4000-8000-' || lpad((21 + n % 1500)::text, 12, '0'))::uuid
    from generate_series(1, 20000) n;
  set session_replication_role = default;
`

/**
 * An index alone answers where the visibility map says that every page is seen by all. Autovacuum's own ANALYZE of
 * another table holds a snapshot, and what is younger than it stays unmarked: then it is vacuumed again. Of few dead rows their places
 * in the indexes are left alone, and so is the page's mark, unless it is asked for.
 */
async function vacuum(database: Database): Promise<void> {
  for (let tries = 60; tries > 0; tries--) {
    await database.exec('vacuum (analyze, index_cleanup on)')
    const { rows } = await database.query(
      `select relname from pg_class where relname = any (string_to_array($1, ',')) and relkind = 'r'
       and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relallvisible < relpages`,
      [tables.join()],
    )
    if (rows.length === 0) return
    await setTimeout(500)
  }
  throw new Error('A snapshot of 30 seconds keeps the visibility map from being complete')
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Heap Fetches'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const tables = ['profiles', 'citas', 'studies', 'invoices', 'study_requests', 'audit_log']

describe.each(engines())('how lists are read on $name', (engine) => {
  let fresh: FreshDatabase
  let schema: Schema
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    for (const statement of someYears.split(';\n')) if (statement.trim()) await fresh.database.exec(statement)
    await vacuum(fresh.database)
    schema = await loadSchema(fresh.database)
  })
  afterAll(() => fresh?.dispose())

  async function statementOf(ask: Ask) {
    const { path, search, requests } = await firstAsked(ask)
    const relation = schema.relations.get(path)
    if (!relation) throw new Error(`No table ${path}`)
    const asked = { search, range: null, media: 'json', count: 'estimated' } as const
    return { path, requests, ...readPlan(schema, relation, asked) }
  }

  async function plan(stage: Stage, ask: Ask): Promise<{ path: string; nodes: Node[] }> {
    const { path, sql, params } = await statementOf(ask)
    return { path, nodes: await nodesTold(stage, 'format json', sql, params) }
  }

  async function nodesTold(stage: Stage, how: string, sql: string, params: readonly string[]) {
    const { rows, message } = await stage.attempt(`explain (${how}) ${sql}`, params)
    expect(message).toBe('')
    const told = rows[0]?.['QUERY PLAN']
    const [top]: { Plan: Node }[] = typeof told === 'string' ? JSON.parse(told) : told
    return top ? nodesOf(top.Plan) : []
  }

  const lists = [
    ...listsOf(doctor).map((list) => ({ who: 'a doctor', sub: doctor, ...list })),
    ...[...listsOf(null), ...panelLists].map((list) => ({ who: 'an administrator', sub: admin, ...list })),
  ]
  it.each(lists)('a page of $name for $who comes from an index in its order', async ({ sub, name, ask }) => {
    const { path, nodes } = await rehearse(fresh.database, identityOf(sub), (stage) => plan(stage, ask))
    const names = nodes.map((node) => node['Index Name'] ?? '')
    expect(names.filter((index) => index.startsWith(`${path}_`))).not.toEqual([])
    // A filter's few rows may be sorted, a whole list never.
    if (!name.includes(',')) expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
  })

  it('what waits for a report is one request, of 7 KB with ten pictures', async () => {
    const list = listsOf(null).find(({ name }) => name === 'por interpretar')
    if (!list) throw new Error('It is one of the lists')
    const { requests, sql, params } = await statementOf(list.ask)
    const body = await rehearse(fresh.database, identityOf(admin), async (stage) => {
      const first = 'select study_id from public.awaiting_reports order by created_at, study_id limit 10'
      await stage.owner('set local session_replication_role = replica')
      await stage.owner(
        `update public.studies set file_name = 'tomografia.zip',
           file_url = patient_id || '/' || gen_random_uuid() || '/tomografia.zip' where id in (${first})`,
      )
      await stage.owner(
        `insert into public.study_previews (study_id, source, state, kind, thumb_path, thumb_width, thumb_height, tint, parts, maker)
         select id, file_url, 'partial', 'volume', private.beside(file_url, 'miniatura.webp'), 480, 480, '202020',
           '{"volumes": 1, "images": 2}', 1
         from public.studies where id in (${first})`,
      )
      return String((await stage.attempt(sql, params)).rows[0]?.body)
    })
    // What was undone leaves pages that an index alone does not answer for.
    await vacuum(fresh.database)
    const pictured = JSON.parse(body).filter(
      (row: { study: { study_previews: unknown } }) => row.study.study_previews,
    )
    expect([requests, pictured.length]).toEqual([1, 10])
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(7 * 1024)
  })

  it.each(exportsOf(doctor))('a page of an export comes from $index in its order', async ({ index, ask }) => {
    const { nodes } = await rehearse(fresh.database, identityOf(admin), (stage) => plan(stage, ask))
    expect(nodes.map((node) => node['Index Name'])).toContain(index)
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort')
  })

  const planOf = (condition: string) =>
    rehearse(fresh.database, identityOf(admin), async (stage) => {
      await stage.become('owner')
      const sql = `select p.id from public.profiles p where ${condition}`
      return nodesTold(stage, 'format json', sql, [])
    })
  it('asks the index for all words at once, and for one word as for a piece', async () => {
    const all = await planOf(`private.has_all(p.full_name, '{%apellido77%,%maria%,%do7%,%a%}')`)
    const scans = all.filter((node) => node['Index Name'])
    expect(scans.map((node) => node['Index Name'])).toEqual(['profiles_name_search_idx'])
    for (const pattern of ['%apellido77%', '%maria%', '%do7%'])
      expect(scans[0]?.['Index Cond']).toContain(pattern)
    expect(await planOf(`private.has_all(p.full_name, '{%apellido77%}')`)).toEqual(
      await planOf(`private.sought(p.full_name) like '%apellido77%'`),
    )
  })

  const trail = [
    `select public.audit_lines()`,
    `select public.audit_lines(before_at => '2025-12-20', before_id => 9000)`,
    `select public.audit_lines('apellido77')`,
    `select public.audit_lines('maría apellido15', 'citas')`,
    `select public.audit_lines('', 'services')`,
    `select public.audit_lines('', 'citas', '2025-12-20')`,
    `select public.audit_lines('', null, '2025-12-20')`,
  ]
  it.each(trail)('no whole table: %s', async (sql) => {
    expect(await fullReads(admin, sql)).toEqual([])
  })

  /** How many times the statement scans each table fully. */
  const fullReads = (sub: string, sql: string) =>
    rehearse(fresh.database, identityOf(sub), async (stage) => {
      const read = () =>
        stage.owner(
          `select relname, seq_scan::int as scans from pg_stat_xact_user_tables
           where relname = any (string_to_array($1, ',')) order by 1`,
          [tables.join()],
        )
      const before = await read()
      const { outcome, message } = await stage.attempt(sql)
      expect([outcome, message]).toEqual(['done', ''])
      const after = await read()
      return after.filter(({ scans }, index) => scans !== before[index]?.scans).map(({ relname }) => relname)
    })

  const searched = [
    'Apellido77',
    'maría apellido15',
    'Apellido15 maría',
    'ma apellido15',
    'uno dos tres cuatro cinco seis siete',
    'de la',
    '%',
    '_',
    '\\',
    '"',
    '%_ %%% __',
    'zz',
  ]
  const searches = [
    ...['citas', 'studies', 'invoices', 'study_requests', 'patients'].flatMap((what) =>
      [...searched.map((term) => `'${term}'`), `repeat('x', 101)`].map(
        (term) => `select count(*) from public.search_${what}(${term})`,
      ),
    ),
    `select count(*) from public.search_citas('tomografia') where status = 'pendiente'`,
    `select count(*) from public.search_invoices('IDX-0000001')`,
    `select count(*) from public.search_doctor_patients('${doctor}', 'apellido7')`,
    `select count(*) from public.search_patients('5500')`,
    `select count(*) from public.quick_search('apellido77')`,
    `select count(*) from public.similar_patients('María Apellido77', 'p77@clinica.test', '55 1234 5678')`,
    `select count(*) from public.similar_patients('María Apellido77', '', '')`,
    `select public.patient_history('${id(21)}')`,
  ]
  /** For administrators; everybody else is refused. */
  const ofAdministrators = [
    `select count(*) from public.search_profiles('Apellido77')`,
    `select count(*) from public.search_profiles('p77@clinica')`,
    `select count(*) from public.search_profiles('adm')`,
    `select public.system_income('2025-12-30')`,
    `select public.cash_cut('2025-12-30')`,
    `select public.no_shows('2025-12-01', '2025-12-31')`,
    `select public.referring_doctors('', 'count', true, 1, 10)`,
    `select count(*) + 1 from public.referrer_suggestions()`,
  ]
  it.each(ofAdministrators)('no whole table: %s', async (sql) => {
    expect(await fullReads(admin, sql)).toEqual([])
  })

  // Whole years are read in any case, but only what is counted: the rows are seven times as long.
  it.each([
    'select public.admin_analytics()',
    'select count(*) from public.income_by_doctor(null, null)',
    `select public.referring_doctors('', 'count', true, 1, 10)`,
  ])('%s finds everything it adds up in indexes', async (sql) => {
    const fetched = await rehearse(fresh.database, identityOf(admin), async (stage) => {
      await stage.owner('set local enable_seqscan = off')
      const read = () =>
        stage.owner(
          `select relname, (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_xact_user_tables
           where relname in ('citas', 'studies', 'invoices', 'study_requests') order by 1`,
        )
      const before = await read()
      const { outcome, message } = await stage.attempt(sql)
      expect([outcome, message]).toEqual(['done', ''])
      const after = await read()
      return after.filter(({ rows }, index) => rows !== before[index]?.rows).map(({ relname }) => relname)
    })
    expect(fetched).toEqual([])
  })

  // As server/rest/rpc.ts does it: each search is part of the statement, with its order and the limit of the total.
  const ordered = {
    citas: 'appointment_date desc, appointment_time, id',
    studies: 'created_at desc, id',
    invoices: 'payment_date desc, created_at desc, id',
    study_requests: 'created_at desc, id desc',
  }
  const common = [
    ...(['citas', 'studies', 'study_requests'] as const).map((table) => ({ table, term: 'tomografia' })),
    ...(['citas', 'studies', 'invoices'] as const).flatMap((table) =>
      ['apellido'].map((term) => ({ table, term })),
    ),
  ]
  it.each(common)(
    'a page of $table with the common «$term» reads few rows, and its total none',
    async ({ table, term }) => {
      await rehearse(fresh.database, identityOf(admin), async (stage) => {
        const found = `from public.search_${table}(($1::json ->> 'term'))`
        const read = async (sql: string) => {
          const how = 'analyze, timing off, format json'
          const nodes = await nodesTold(stage, how, sql, [JSON.stringify({ term })])
          return nodes.filter((node) => node['Relation Name'] === table)
        }
        const page = await read(`select * ${found} order by ${ordered[table]} limit 10`)
        const rows = page.map(
          (node) =>
            ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) *
            (node['Actual Loops'] ?? 0),
        )
        expect(page.length).toBeGreaterThan(0)
        expect(rows.reduce((sum, some) => sum + some, 0)).toBeLessThan(1000)
        // PostgreSQL would read all of so few rows.
        await stage.owner('set local enable_seqscan = off')
        const total = await read(`select count(*) from (select ${found} limit 10001) c`)
        const used = total.filter((node) => (node['Actual Rows'] ?? 0) > 0)
        expect(used.map((node) => node['Heap Fetches'])).toEqual(used.map(() => 0))
        expect(used.length).toBeGreaterThan(0)
      })
    },
  )

  /** What the lists show of a row, as a search reads it, and whose row it is. */
  const told: Record<string, { texts: string[]; of: string }> = {
    citas: { texts: ['p.full_name', 'd.full_name', 't.study_type'], of: 't.doctor_id' },
    studies: { texts: ['p.full_name', 'd.full_name', 't.study_type'], of: 't.doctor_id' },
    invoices: { texts: ['p.full_name', 'd.full_name'], of: 't.doctor_id' },
    study_requests: { texts: ['t.patient_name', 't.study_type'], of: `'${doctor}'` },
  }
  /** Rare and common people, doctors and kinds, several at once, and none. */
  const terms = [
    'apellido77',
    'apellido8',
    'apellido841',
    'maría',
    'ap',
    'inés ape',
    'apellido8 maría',
    'apellido ma',
    'escaneo maría',
    'intra ESCANEO',
    'tomografia',
    'escaneo',
    'a',
    'o1',
    'zz',
  ]
  const answers = Object.keys(told).flatMap((table) => terms.map((term) => ({ table, term })))
  it.each(answers)('search_$table finds each row with «$term» once', async ({ table, term }) => {
    const { texts = [], of = '' } = told[table] ?? {}
    const isRequest = table === 'study_requests'
    const people = isRequest
      ? ''
      : 'left join public.profiles p on p.id = t.patient_id left join public.profiles d on d.id = t.doctor_id'
    for (const sub of [admin, doctor])
      await rehearse(fresh.database, identityOf(sub), async (stage) => {
        const wanted = await stage.owner(
          `select t.id::text from public.${table} t ${people}
           where (${texts.map((text) => `' ' || private.plain(${text}) like all (private.search_patterns($1))`).join(' or ')})
             and ($2 = '${admin}' or ${of}::text = $2) order by 1`,
          [term, sub],
        )
        const { rows } = await stage.attempt(`select id::text from public.search_${table}($1) order by 1`, [
          term,
        ])
        expect(rows.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
      })
  })

  it.each(searches)('no whole table: %s', async (sql) => {
    expect([await fullReads(doctor, sql), await fullReads(admin, sql)]).toEqual([[], []])
  })
})
