import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { callers, identityOf, people, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner } from './rehearse.ts'
import { useWorld } from './world.ts'

const closedSchemas = `('private', 'auth', 'realtime', 'private_migrations')`
const everybody = [...callers, 'serviceRole'] as const
const tokenOf = (name: (typeof everybody)[number]) =>
  name === 'serviceRole' ? serviceRole : identityOf(name)

describe.each(engines())('schemas and tables on $name', (engine) => {
  const world = useWorld(engine)

  async function relations(condition: string): Promise<string[]> {
    const { rows } = await world().query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${condition} order by 1`,
    )
    return rows.map((row) => row.name)
  }

  it.each(everybody)('show %s nothing of private, auth and realtime, and take nothing', async (name) => {
    const tables = await relations(`n.nspname in ${closedSchemas} and c.relkind <> 'S'`)
    expect(tables.length).toBeGreaterThan(15)
    const found = await rehearse(world(), tokenOf(name), async (stage) => {
      const open: string[] = []
      for (const table of tables)
        for (const statement of [
          `select 1 as one from ${table}`,
          `insert into ${table} default values`,
          `delete from ${table}`,
          `truncate ${table} cascade`,
        ]) {
          const { outcome } = await stage.attempt(statement)
          if (outcome !== 'no grant') open.push(`${statement}: ${outcome}`)
        }
      return open
    })
    expect(found).toEqual([])
  })

  it.each(everybody)('let %s call nothing in private and realtime by its name', async (name) => {
    const { rows } = await world().query<{ call: string }>(
      `select format('select %I.%I(%s)', n.nspname, p.proname,
         (select string_agg(format('null::%s', format_type(t, null)), ', ') from unnest(p.proargtypes::oid[]) t)) as call
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('private', 'realtime') order by 1`,
    )
    expect(rows.length).toBeGreaterThan(40)
    const open = await rehearse(world(), tokenOf(name), async (stage) => {
      const calls: string[] = []
      for (const { call } of rows) {
        const { outcome } = await stage.attempt(call)
        if (outcome !== 'no grant') calls.push(`${call}: ${outcome}`)
      }
      return calls
    })
    expect(open).toEqual([])
  })

  it.each(callers)('let %s empty no table', async (caller) => {
    const tables = await relations(`n.nspname in ('public', 'storage') and c.relkind = 'r'`)
    const emptied = await rehearse(world(), identityOf(caller), async (stage) => {
      const outcomes = new Set<string>()
      for (const table of tables) outcomes.add((await stage.attempt(`truncate ${table} cascade`)).outcome)
      return [...outcomes]
    })
    expect(emptied).toEqual(['no grant'])
  })

  it.each(callers)('let %s move or read no counter', async (caller) => {
    const sequences = await relations(
      `c.relkind = 'S' and n.nspname not in ('pg_catalog', 'information_schema')`,
    )
    expect(sequences).toContain('public.study_requests_id_seq')
    const moved = await rehearse(world(), identityOf(caller), async (stage) => {
      const outcomes = new Set<string>()
      for (const sequence of sequences)
        for (const statement of [
          `select nextval('${sequence}')`,
          `select setval('${sequence}', 1)`,
          `select last_value from ${sequence}`,
        ])
          outcomes.add((await stage.attempt(statement)).outcome)
      return [...outcomes]
    })
    expect(moved).toEqual(['no grant'])
  })

  it.each(callers)('let %s make nothing of their own', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), async (stage) => {
      const outcomes: string[] = []
      for (const statement of [
        'create table public.mine (id int)',
        'create schema mine',
        'create function public.mine() returns int language sql as $$ select 1 $$',
        'alter table public.profiles disable row level security',
        'drop policy "admins edit services" on public.services',
        'alter table public.invoices disable trigger user',
        'set session_replication_role = replica',
      ])
        outcomes.push((await stage.attempt(statement)).outcome)
      return outcomes
    })
    expect(found.filter((outcome) => outcome !== 'no grant')).toEqual([])
  })

  it('keep row level security on for every table, whoever is granted what', async () => {
    const { rows } = await world().query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'private', 'storage') and c.relkind in ('r', 'p') and not c.relrowsecurity`,
    )
    expect(rows).toEqual([])
  })

  it.each([
    [
      '40P01',
      'deadlock detected',
      'PT503',
      'Alguien más cambió lo mismo en ese momento. Inténtalo de nuevo.',
    ],
    ['55P03', 'canceling statement due to lock timeout', 'PT503', /^Alguien más/],
    ['23505', 'unique constraint "citas_slot_key"', 'PT409', 'Ese horario acaba de ocuparse. Elige otro.'],
    ['23505', 'unique constraint "citas_request_key"', 'PT409', 'Esta solicitud ya tiene una cita.'],
    [
      '23505',
      'unique constraint "reports_pkey"',
      'PT409',
      'Eso ya estaba guardado. Vuelve a abrir la página.',
    ],
    ['23503', 'foreign key', 'PT409', 'Lo que elegiste ya no existe. Vuelve a abrir la página.'],
    ['22P02', 'invalid input syntax', 'PT400', 'Revisa los datos e inténtalo de nuevo.'],
  ])('say in words what the engine refuses with %s: %s', async (code, problem, outcome, message) => {
    const found = await rehearseAsOwner(world(), (stage) =>
      stage.attempt('select private.refuse_in_words($1, $2)', [code, problem]),
    )
    expect(found.outcome).toBe(outcome)
    expect(found.message).toMatch(message)
  })

  it('take no setting that nobody knows how to read', async () => {
    const outcomes = await rehearseAsOwner(world(), async (stage) => {
      const set = async (key: string, value: string) =>
        (await stage.attempt('insert into private.app_settings (key, value) values ($1, $2)', [key, value]))
          .outcome
      return [
        await set('clinic_time_zone', 'America/Narnia'),
        await set('clinic_time_zone', 'America/Tijuana'),
        await set('Clave', 'x'),
        await set('study_request_limit', ''),
      ]
    })
    expect(outcomes).toEqual(['PT400', 'done', '23514', '23514'])
  })

  it('make an own suffix of 128 bits for every installation', async () => {
    const { rows } = await world().query<{ value: string }>(
      `select value from private.app_settings where key = 'admin_suffix'`,
    )
    expect(rows[0]?.value).toMatch(/^[0-9a-f]{32}$/)
  })

  it('link a pair once', async () => {
    const outcome = await rehearseAsOwner(world(), (stage) =>
      stage.attempt('insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)', [
        people.doctorA,
        people.patientA,
      ]),
    )
    expect(outcome.outcome).toBe('23505')
  })
})
