import { dayInZone, monthStart } from '#domain/days.ts'
import { quoteLiteral } from '#server/db/quote.ts'
import { people } from './people.ts'
import type { Stage } from './rehearse.ts'

const [a, b, admin] = [people.doctorA, people.doctorB, people.admin].map(quoteLiteral)
const patient = quoteLiteral(people.patientA)

/**
 * Fourteen months of work for three doctors: rows on the clinic's first and last day of each month
 * and between, of many kinds, some cancelled, annulled, without a time or a kind, paid in centavos.
 */
const years = [
  `create temporary table days on commit drop as
   select row_number() over (order by day) as n, day from (
     select distinct day::date as day
     from (select (private.months_around_today()).*) m,
       generate_series(0, 13) back,
       lateral (values (0), (6), (13), (20)) as x (days),
       lateral (values
         ((m.this_day - back * interval '1 month')::date + days),
         ((m.next_day - back * interval '1 month')::date - 1 - days / 6)
       ) as y (day)
   ) all_days`,
  `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, status)
   select ${patient}, d.doctor, n.day,
     case when n.n % 9 > 0 then time '09:30' + (n.n % 17) * interval '30 minutes' end,
     case when n.n % 11 > 0 then 'Estudio ' || (n.n * d.factor) % 19 end,
     case when n.n % 5 = 0 then 'cancelada' else 'completada' end
   from days n, (values (${a}::uuid, 1), (${b}::uuid, 2), (${admin}::uuid, 3)) as d (doctor, factor)
   where n.n % d.factor = 0`,
  `insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url, created_at)
   select ${patient}, ${a}, case when k.n > 0 then 'Tipo ' || k.n end, n.day, 'https://archivos.test/x',
     (n.day + case when n.n % 2 = 0 then time '00:00' else time '23:59:59' end) at time zone 'America/Mexico_City'
   from days n, generate_series(0, 17) as k (n)
   where n.n % (k.n + 1) = 0`,
  `insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services, total_amount)
   select ${patient}, d.doctor, n.day,
     (array['Efectivo', 'Transferencia', 'Tarjeta de Crédito/Débito', 'Otro'])[1 + n.n % 4],
     jsonb_build_array(jsonb_build_object('name', 'Escaneo', 'price', (n.n * 137 * d.factor % 99999) / 100.0)), 0
   from days n, (values (${a}::uuid, 1), (${b}::uuid, 2), (${admin}::uuid, 3)) as d (doctor, factor)`,
  `update public.invoices set annulled_at = now(), annulled_reason = 'Duplicada', annulled_by = ${admin}
   where id in (select id from (select id, row_number() over (order by invoice_number) as n from public.invoices) i where n % 6 = 0)`,
]

/** Writes them; the transaction rolls them back. */
export async function workForYears(stage: Stage): Promise<void> {
  for (const statement of years) await stage.owner(statement)
}

type Appointment = { doctor_id: string; day: string; time: string | null; study_type: string | null }
type Study = { at: string; study_type: string | null }
export type Payment = {
  doctor_id: string
  day: string
  method: string
  /** The total in centavos, as text. */
  centavos: string
  annulled: boolean
}

const read = async <Row>(stage: Stage, sql: string) => (await stage.owner(sql)) as Row[]

/** Every stored row, to count here and not in the database; without closed accounts. */
export async function readRows(stage: Stage) {
  const [{ today = '' } = {}] = await read<{ today: string }>(
    stage,
    'select private.clinic_today()::text as today',
  )
  return {
    today,
    profiles: await read<{ at: string; role: string }>(
      stage,
      `select p.created_at::text as at, p.role from public.profiles p
       where not exists (select from private.account_state s where s.user_id = p.id and s.closed_at is not null)`,
    ),
    citas: await read<Appointment>(
      stage,
      `select doctor_id::text, appointment_date::text as day, left(appointment_time::text, 5) as time, study_type
       from public.citas`,
    ),
    studies: await read<Study>(stage, 'select created_at::text as at, study_type from public.studies'),
    payments: await readPayments(stage),
  }
}

export const readPayments = (stage: Stage) =>
  read<Payment>(
    stage,
    `select doctor_id::text, payment_date::text as day, payment_method as method,
       (total_amount * 100)::bigint::text as centavos, annulled_at is not null as annulled
     from public.invoices`,
  )

/** The sum in pesos. */
export const pesos = (payments: readonly Payment[]) =>
  Number(payments.reduce((sum, { centavos }) => sum + BigInt(centavos), 0n)) / 100

/** The first day of an instant's month in clinic time. */
export const monthOfInstant = (at: string) => monthStart(dayInZone(new Date(at), 'America/Mexico_City'))

/** How often each value occurs, most frequent first, equals in order of their code units. */
export function tally(values: readonly string[]): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([x, m], [y, n]) => n - m || (x < y ? -1 : 1))
}
