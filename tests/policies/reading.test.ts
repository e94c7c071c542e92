import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { callers, identityOf } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

describe.each(engines())('who may read a patient, on $name', (engine) => {
  const world = useWorld(engine)

  it.each(callers)('lets %s read by functions the studies that the policy shows', async (caller) => {
    const [shown, told] = await rehearse(world(), identityOf(caller), async (stage) => {
      const { rows } = await stage.attempt('select id from public.studies order by id')
      const all = await stage.owner(
        'select id from public.studies where private.may_read_study(id) order by id',
      )
      return [rows, all]
    })
    expect(told).toEqual(shown)
  })

  /** How often a statement asks who is calling. */
  async function asked(stage: Stage, sql: string): Promise<Record<string, unknown>[]> {
    const read = () =>
      stage.owner(
        `select funcname, calls::int from pg_stat_xact_user_functions where schemaname = 'private' order by 1`,
      )
    const before = await read()
    expect((await stage.attempt(sql)).outcome).toBe('done')
    const after = await read()
    return after.flatMap(({ funcname, calls }) => {
      const earlier = Number(before.find((one) => one.funcname === funcname)?.calls ?? 0)
      return Number(calls) > earlier ? [{ funcname, calls: Number(calls) - earlier }] : []
    })
  }
  it.each(['citas', 'studies', 'awaiting_reports', 'invoices', 'profiles', 'study_previews'])(
    'asks who is asking once a statement, however many rows of %s it looks at',
    async (table) => {
      const sql = (times: number) =>
        `select (select count(*) from public.${table} t where t::text <> n::text) from generate_series(1, ${times}) n`
      for (const caller of ['patientA', 'doctorA', 'admin'] as const) {
        const [once, often] = await rehearse(world(), identityOf(caller), async (stage) => {
          await stage.owner(`set local track_functions = 'all'`)
          await stage.owner(
            `insert into public.awaiting_reports (study_id, patient_id, doctor_id, created_at)
             select s.id, s.patient_id, s.doctor_id, now() from public.studies s on conflict do nothing`,
          )
          return [await asked(stage, sql(1)), await asked(stage, sql(30))]
        })
        expect(once?.length).toBeGreaterThan(0)
        expect(often).toEqual(once)
      }
    },
  )
})
