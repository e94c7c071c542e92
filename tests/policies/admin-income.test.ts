import { describe, expect, it } from 'vitest'
import { addDays, monthStart, weekday } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { type Payment, pesos, readPayments, readRows, tally, workForYears } from './admin-rows.ts'
import { callers, identityOf, people } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

const isAdmin = (caller: string) => caller === 'admin' || caller === 'mainAdmin'
const standing = (payments: readonly Payment[]) => payments.filter(({ annulled }) => !annulled)

describe.each(engines())('what the clinic took in, on $name', (engine) => {
  const world = useWorld(engine)
  const afterYears = <T>(play: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf('admin'), async (stage) => {
      await workForYears(stage)
      return play(stage)
    })

  const reads = {
    system_income: `select jsonb_typeof(public.system_income('2026-01-05')) as value`,
    income_by_doctor: `select 'object' as value from public.income_by_doctor(null, null) limit 1`,
    cash_cut: `select jsonb_typeof(public.cash_cut('2026-01-05')) as value`,
  }
  describe.each(Object.entries(reads))('%s', (_name, sql) => {
    it.each(callers)('answers administrators alone: %s', async (caller) => {
      const found = await rehearse(world(), identityOf(caller), (stage) => call(stage, sql))
      expect(found).toEqual(isAdmin(caller) ? ['object'] : caller === 'anonymous' ? 'no grant' : 'rule')
    })

    it('refuses a patient without a single invoice as well', async () => {
      const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
        await stage.owner('alter table public.invoices disable trigger user')
        await stage.owner('delete from public.invoices')
        return call(stage, sql)
      })
      expect(found).toBe('rule')
    })
  })

  it('system_income agrees with a recount on the first and last days of weeks and months', async () => {
    const { found, wanted } = await afterYears(async (stage) => {
      const { today, payments } = await readRows(stage)
      const first = monthStart(today)
      const days = [
        today,
        first,
        addDays(first, -1),
        ...Array.from({ length: 7 }, (_, n) => addDays(first, n - 40)),
      ]
      const ofDay = (day: string) => {
        const monday = addDays(day, -((weekday(day) + 6) % 7))
        const sum = (holds: (day: string) => boolean) =>
          pesos(standing(payments).filter((payment) => holds(payment.day)))
        return {
          today: sum((one) => one === day),
          week: sum((one) => one >= monday && one <= addDays(monday, 6)),
          month: sum((one) => monthStart(one) === monthStart(day)),
        }
      }
      const found: unknown[] = []
      for (const day of days)
        found.push(await call(stage, 'select public.system_income($1::date) as value', [day]))
      return { found, wanted: days.map((day) => [ofDay(day)]) }
    })
    expect(found).toEqual(wanted)
  })

  it.each([
    ['all of it', null, null],
    ['from a day on', -60, null],
    ['up to a day', null, -60],
    ['between two days, both counted', -200, -20],
    ['of a single day', 0, 0],
    ['of no day', 10, 0],
  ])('income_by_doctor agrees with a recount: %s', async (_what, from, to) => {
    const { found, wanted } = await afterYears(async (stage) => {
      const { today, payments } = await readRows(stage)
      const first = monthStart(today)
      const [start, end] = [from, to].map((days) => (days === null ? null : addDays(first, days)))
      const counted = standing(payments).filter(({ day }) => day >= (start ?? '') && day <= (end ?? '9999'))
      const sums = tally(counted.map(({ doctor_id }) => doctor_id))
        .map(([doctor_id, count]) => ({
          doctor_id,
          total: pesos(counted.filter((payment) => payment.doctor_id === doctor_id)),
          count,
        }))
        .sort((x, y) => y.total - x.total || (x.doctor_id < y.doctor_id ? -1 : 1))
      const found = await call(
        stage,
        `select to_jsonb(i) - 'name' as value from public.income_by_doctor($1::date, $2::date) i`,
        [start, end],
      )
      return { found: found === 'nothing' ? [] : found, wanted: sums }
    })
    expect(found).toEqual(wanted)
    if (from !== 10) expect(wanted.length).toBeGreaterThan(2)
  })

  it('income_by_doctor names doctors whose account was closed, and orders equal sums by id', async () => {
    const found = await rehearse(world(), identityOf('admin'), (stage) =>
      call(stage, `select name || ' ' || total as value from public.income_by_doctor(null, null)`),
    )
    expect(found).toEqual([
      'Nombre doctorA 1600.00',
      'Nombre doctorB 400.00',
      'Nombre closedDoctor 400.00',
      'Nombre factorDoctor 400.00',
    ])
  })

  it.each([
    ['the whole clinic', null],
    ['one doctor', people.doctorA],
    ['a doctor without payments', people.newAdmin],
  ])('cash_cut agrees with a recount: %s', async (_what, doctor) => {
    const { found, wanted } = await afterYears(async (stage) => {
      await stage.owner(
        `update public.invoices set annulled_at = now(), annulled_reason = 'Duplicada' where annulled_at is null and invoice_number = 'IDX-00000000'`,
      )
      const ofDay = (await readPayments(stage)).filter(
        (payment) => payment.day === '2026-01-05' && (doctor === null || payment.doctor_id === doctor),
      )
      const sum = (payments: readonly Payment[]) => ({ total: pesos(payments), count: payments.length })
      const methods = tally(standing(ofDay).map(({ method }) => method)).map(([payment_method]) => ({
        payment_method,
        ...sum(standing(ofDay).filter(({ method }) => method === payment_method)),
      }))
      return {
        found: await call(stage, 'select public.cash_cut($1::date, $2::uuid) as value', [
          '2026-01-05',
          doctor,
        ]),
        wanted: {
          ...sum(standing(ofDay)),
          methods: methods.sort(
            (x, y) => y.total - x.total || (x.payment_method < y.payment_method ? -1 : 1),
          ),
          annulled: sum(ofDay.filter(({ annulled }) => annulled)),
        },
      }
    })
    expect(found).toEqual([wanted])
  })
})
