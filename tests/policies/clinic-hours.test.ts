import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, insertOf, itDeletes, itInserts, itShows, itUpdates, withoutAnyRights } from './matrix.ts'
import { type Caller, people, uuid } from './people.ts'
import { rehearseAsOwner } from './rehearse.ts'
import { closures, hours, useWorld } from './world.ts'

const staffAlone = <Name extends string>(
  all: readonly Name[],
): Record<Caller, readonly Name[] | typeof nobody> => ({
  anonymous: nobody,
  patientA: [],
  patientB: [],
  liar: [],
  doctorA: all,
  doctorB: all,
  factorPassed: all,
  admin: all,
  mainAdmin: all,
  dentist: [],
  ...withoutAnyRights([]),
})

const ofHours = { table: 'public.clinic_hours', rows: hours }
const ofClosures = { table: 'public.clinic_closures', rows: closures }
const writers = ['anonymous', 'patientA', 'doctorA', 'admin', 'mainAdmin'] as const

const window = { weekday: '1', opens: `'19:00'`, closes: `'20:00'` }
const day = `'2098-12-01'`
const closed = (other: Record<string, string> = {}) => ({
  id: `'${uuid('9014', 20)}'`,
  kind: `'cierre'`,
  first_day: day,
  last_day: day,
  ...other,
})

describe.each(engines())('hours and closures on $name', (engine) => {
  const world = useWorld(engine)

  describe('public.clinic_hours', () => {
    itShows(world, ofHours, staffAlone(Object.keys(hours) as (keyof typeof hours)[]))
    itInserts(
      world,
      ofHours.table,
      writers.map((caller) => [caller, 'by hand', window, 'no grant']),
    )
    itUpdates(world, {
      ...ofHours,
      values: {
        id: 'gen_random_uuid()',
        doctor_id: `'${people.doctorA}'`,
        weekday: 'weekday % 7 + 1',
        opens: `'08:30'`,
        closes: `'20:00'`,
      },
      granted: [],
      may: everyone(nobody),
    })
    itDeletes(world, ofHours, everyone(nobody))

    it('begin as 18 half hours from Monday to Saturday, 8 on Sunday', async () => {
      const { rows } = await world().query(
        `select weekday, to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes
         from public.clinic_hours where doctor_id is null order by weekday`,
      )
      expect(rows).toEqual(
        [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
          weekday,
          opens: '09:30',
          closes: weekday === 7 ? '13:30' : '18:30',
        })),
      )
    })
  })

  describe('public.clinic_closures', () => {
    itShows(world, ofClosures, staffAlone(Object.keys(closures) as (keyof typeof closures)[]))
    itInserts(
      world,
      ofClosures.table,
      writers.map((caller) => [caller, 'by hand', closed(), 'no grant']),
    )
    itUpdates(world, {
      ...ofClosures,
      values: {
        id: 'gen_random_uuid()',
        doctor_id: `'${people.doctorB}'`,
        kind: `'apertura'`,
        first_day: 'first_day - 1',
        last_day: 'last_day + 1',
        opens: `'10:00'`,
        closes: `'11:00'`,
        label: `'Otra'`,
        created_by: `'${people.admin}'`,
        created_at: `'2020-01-01'`,
        removed_at: 'now()',
      },
      granted: [],
      may: everyone(nobody),
    })
    itDeletes(world, ofClosures, everyone(nobody))
  })

  const words = (table: string, row: Record<string, string>) =>
    rehearseAsOwner(world(), async (stage) => {
      const { outcome, message } = await stage.attempt(insertOf(table, row))
      return outcome === 'done' ? 'done' : outcome === 'PT400' ? message : outcome
    })
  const grid = 'Usa horas en punto o y media.'
  const later = 'La hora de cierre debe ser posterior.'

  it.each([
    ['half an hour', { opens: `'19:00'`, closes: `'19:30'` }, 'done'],
    ['to midnight', { opens: `'23:30'`, closes: `'24:00'` }, 'done'],
    ['from a quarter past', { opens: `'19:15'` }, grid],
    ['to a quarter past', { closes: `'20:15'` }, grid],
    ['to some seconds past', { closes: `'20:00:30'` }, grid],
    ['that closes when it opens', { closes: `'19:00'` }, later],
    ['that closes before it opens', { closes: `'18:00'` }, later],
    ['of day 0', { weekday: '0' }, '23514'],
    ['of day 8', { weekday: '8' }, '23514'],
    ['that opens when another does', { opens: `'09:30'` }, '23505'],
  ])('the owner too writes a window %s', async (_what, other, expected) => {
    expect(await words(ofHours.table, { ...window, ...other })).toBe(expected)
  })

  it.each([
    ['of a day', {}, 'done'],
    ['of 366 days', { last_day: `'2099-12-01'` }, 'done'],
    ['of 367 days', { last_day: `'2099-12-02'` }, 'Elige como máximo 366 días.'],
    [
      'that ends before it begins',
      { last_day: `'2098-11-30'` },
      'La fecha final debe ser igual o posterior.',
    ],
    ['without an end', { last_day: `'infinity'` }, 'Hasta: revisa el año.'],
    ['without a beginning', { first_day: `'-infinity'` }, 'Desde: revisa el año.'],
    ['from a quarter past', { opens: `'10:15'` }, grid],
    ['to a quarter past on another day', { last_day: `'2098-12-02'`, closes: `'10:15'` }, grid],
    ['of hours', { opens: `'10:00'`, closes: `'12:00'` }, 'done'],
    ['of hours backwards', { opens: `'12:00'`, closes: `'10:00'` }, later],
    ['from the end of the day on', { opens: `'24:00'` }, later],
    ['over midnight', { last_day: `'2098-12-02'`, opens: `'17:00'`, closes: `'11:00'` }, 'done'],
    ['of one doctor', { doctor_id: `'${people.doctorA}'` }, '23514'],
    ['that is an absence of nobody', { kind: `'ausencia'` }, '23514'],
    ['that is an absence', { kind: `'ausencia'`, doctor_id: `'${people.doctorA}'` }, 'done'],
    ['that is an opening without hours', { kind: `'apertura'` }, '23514'],
    ['that is an opening', { kind: `'apertura'`, opens: `'20:00'`, closes: `'22:00'` }, 'done'],
    [
      'that is an opening over midnight',
      { kind: `'apertura'`, last_day: `'2098-12-02'`, opens: `'20:00'`, closes: `'02:00'` },
      later,
    ],
    ['of another kind', { kind: `'feriado'` }, '23514'],
    ['with a label of 100 letters', { label: `repeat('x', 100)` }, 'done'],
    [
      'with a label of 101 letters',
      { label: `repeat('x', 101)` },
      'Motivo: escribe como máximo 100 caracteres.',
    ],
  ])('the owner too writes a closure %s', async (_what, other, expected) => {
    expect(await words(ofClosures.table, closed(other))).toBe(expected)
  })

  it('end with their doctor, and outlive who wrote them', async () => {
    const found = await rehearseAsOwner(world(), async (stage) => {
      await stage.owner(
        `insert into private.prepared_accounts (email, full_name, phone, role, is_admin, must_change)
         values ('otro@clinica.test', 'Otro Doctor', '5550000000', 'doctor', false, false)`,
      )
      const added = await stage.owner(
        `insert into auth.users (id, email, encrypted_password) values ($1, 'otro@clinica.test', '') returning id`,
        [uuid('8000', 90)],
      )
      await stage.owner(
        `insert into public.clinic_hours (doctor_id, weekday, opens, closes) values ($1, 1, '10:00', '11:00')`,
        [uuid('8000', 90)],
      )
      await stage.owner('update public.clinic_closures set created_by = $1 where id = $2', [
        uuid('8000', 90),
        closures.ofClinic,
      ])
      await stage.owner('delete from public.profiles where id = $1', [uuid('8000', 90)])
      return [
        added.length,
        await stage.owner('select id from public.clinic_hours where doctor_id = $1', [uuid('8000', 90)]),
        await stage.owner('select created_by from public.clinic_closures where id = $1', [closures.ofClinic]),
      ]
    })
    expect(found).toEqual([1, [], [{ created_by: null }]])
  })
})
