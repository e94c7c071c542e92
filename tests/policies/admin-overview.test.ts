import { describe, expect, it } from 'vitest'
import { monthChange } from '#domain/change.ts'
import { addDays, dayInZone, monthStart } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { callers, identityOf, people } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

const zone = 'America/Mexico_City'

type Row = { at: string; group: string }

/** Counts every row here, not in the database. */
async function recount(stage: Stage) {
  const read = async (sql: string) => (await stage.owner(sql)) as Row[]
  const profiles = await read(
    `select p.created_at::text as at, p.role as "group" from public.profiles p
     where not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null)`,
  )
  const requests = await read('select created_at::text as at, status as "group" from public.study_requests')
  const studies = await read(`select created_at::text as at, '' as "group" from public.studies`)
  const appointments = await read('select appointment_date::text as at, status as "group" from public.citas')
  const payments = (await stage.owner(
    'select payment_date::text as at, total_amount::float8 as pesos, annulled_at is not null as annulled from public.invoices',
  )) as { at: string; pesos: number; annulled: boolean }[]
  const [{ today = '' } = {}] = (await stage.owner('select private.clinic_today()::text as today')) as {
    today: string
  }[]

  const month = monthStart(today)
  const before = monthStart(addDays(month, -1))
  const monthOf = (day: string) => monthStart(day)
  const dayOf = ({ at }: Row) => (at.length === 10 ? at : dayInZone(new Date(at), zone))
  const trend = (rows: Row[], total = rows.length) => {
    const inMonth = (first: string) => rows.filter((row) => monthOf(dayOf(row)) === first).length
    return { total, this_month: inMonth(month), change: monthChange(inMonth(month), inMonth(before)) }
  }
  const pesos = (counts: (day: string) => boolean) =>
    payments
      .filter(({ at, annulled }) => !annulled && counts(at))
      .reduce((total, payment) => total + Math.round(payment.pesos * 100), 0) / 100
  const onDay = (day: string) =>
    appointments.filter(({ at, group }) => at === day && group !== 'cancelada').length
  return {
    users: trend(profiles),
    doctors: trend(profiles.filter(({ group }) => group === 'doctor')),
    patients: trend(profiles.filter(({ group }) => group === 'patient' || group === 'paciente')),
    appointments: trend(appointments),
    appointments_today: {
      total: onDay(today),
      this_month: onDay(today),
      change: monthChange(onDay(today), onDay(addDays(today, -7))),
    },
    studies: trend(studies),
    income: { today: pesos((day) => day === today), month: pesos((day) => monthOf(day) === month) },
    pending_requests: trend(requests, requests.filter(({ group }) => group === 'pendiente').length),
  }
}

/** Rows of this month, the one before and the one before that, at the clinic's first and last moments of each. */
const rowsAroundTheMonths = `
  with m as (select (private.months_around_today()).*),
  moments as (
    select unnest(array[
      m.before - interval '1 second', m.before, m.this - interval '1 second', m.this, m.this, m.next - interval '1 second'
    ]) as at from m
  )
  insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, status, created_at)
  select 'Una Persona', 'una@fuera.test', '9621112233', 'Escaneo Intraoral', 'pendiente', at from moments`

/** Of today (one of them annulled), of the month's first day, and of the last day before. */
const paymentsAroundTheMonth = `
  insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services)
  select $1, $2, day, 'Efectivo', jsonb_build_array(jsonb_build_object('name', 'Escaneo', 'price', 100.25 * n))
  from (select (private.months_around_today()).*) m,
    unnest(array[m.today, m.today, m.this_day, m.this_day - 1]) with ordinality as p (day, n)`
const annulled = `
  update public.invoices set annulled_at = now(), annulled_reason = 'Duplicada'
  where id = (select id from public.invoices where payment_date = private.clinic_today() order by total_amount limit 1)`

describe.each(engines())('admin_overview on $name', (engine) => {
  const world = useWorld(engine)

  it.each(callers)('answers administrators alone: %s', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), (stage) =>
      call(stage, `select jsonb_typeof(public.admin_overview() -> 'activity') as value`),
    )
    const isAdmin = caller === 'admin' || caller === 'mainAdmin'
    expect(found).toEqual(isAdmin ? ['array'] : caller === 'anonymous' ? 'no grant' : 'rule')
  })

  it('agrees with a recount of every row, also at the borders of the months', async () => {
    const [found, counted] = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(rowsAroundTheMonths)
      await stage.owner(paymentsAroundTheMonth, [people.patientA, people.doctorA])
      await stage.owner(annulled)
      await stage.owner(
        // Their numbers differ for today, yesterday and a week ago; of today's and of those of a week ago some are cancelled.
        `update public.citas
         set status = case when row_number % 9 in (1, 2) then 'cancelada' else status end, appointment_date = private.clinic_today()
           - coalesce((array[0, 0, 7, 7, 7, 1])[1 + row_number % 9], row_number % 40)::int
         from (select id as row_id, row_number() over (order by id) from public.citas) n where citas.id = n.row_id`,
      )
      return [await call(stage, `select public.admin_overview() - 'activity' as value`), await recount(stage)]
    })
    expect(found).toEqual([counted])
  })

  it('rounds a change as the portal does, also at halves and downwards', async () => {
    const pairs = [0, 1, 2, 3, 7, 8, 200, 201, 399].flatMap((now) =>
      [0, 1, 3, 8, 200, 400].map((before): [number, number] => [now, before]),
    )
    const found = await rehearse(world(), identityOf('admin'), (stage) =>
      stage.owner(
        `select (p ->> 0)::bigint::int as now, (p ->> 1)::bigint::int as before,
           private.month_change((p ->> 0)::bigint, (p ->> 1)::bigint) as change
         from jsonb_array_elements($1::jsonb) p`,
        [JSON.stringify(pairs)],
      ),
    )
    expect(found).toEqual(pairs.map(([now, before]) => ({ now, before, change: monthChange(now, before) })))
  })

  it('shows the five latest of three accounts and three requests, newest first', async () => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(`update public.profiles set created_at = now() - interval '1 year'`)
      await stage.owner(`update public.study_requests set created_at = now() - interval '1 year'`)
      await stage.owner(
        `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, created_at)
         select 'Persona ' || n, 'una@fuera.test', '9621112233', 'Escaneo Intraoral', now() - n * interval '1 hour'
         from generate_series(1, 6) n`,
      )
      return call(
        stage,
        `select line ->> 'kind' || ' ' || (line ->> 'title') as value
         from jsonb_array_elements(public.admin_overview() -> 'activity') line limit 4`,
      )
    })
    const latest = ['request Persona 1', 'request Persona 2', 'request Persona 3']
    expect(found).toEqual([...latest, expect.stringMatching(/^profile /)])
  })
})
