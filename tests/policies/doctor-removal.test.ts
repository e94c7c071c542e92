import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people, uuid } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

const appointment = (number: number) => uuid('9011', number)

/** Appointments of doctor A: one ahead in each state, one of the past, and one of the new doctor at the time of the first. */
async function fill(stage: Stage) {
  await stage.owner('delete from public.citas')
  await stage.owner(
    `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, status)
     select ('00000000-0000-4000-9011-' || lpad(n::text, 12, '0'))::uuid, $1, $2, day::date, time::time, status
     from (values (1, '2099-03-02', '10:00', 'pendiente'), (2, '2099-03-02', '10:30', 'confirmada'),
       (3, '2099-03-03', '10:00', 'aceptada'), (4, '2099-03-04', '10:00', 'completada'),
       (5, '2099-03-05', '10:00', 'cancelada'), (6, '2001-03-05', '10:00', 'pendiente')) t (n, day, time, status)`,
    [people.patientB, people.doctorA],
  )
}

const states = async (stage: Stage) =>
  (
    await stage.owner(
      `select c.status, p.email from public.citas c join public.profiles p on p.id = c.doctor_id
       where c.id::text like '00000000-0000-4000-9011-%' order by c.id`,
    )
  ).map(({ status, email }) => `${status} ${String(email).split('@')[0]}`)
const before = [
  'pendiente doctora',
  'confirmada doctora',
  'aceptada doctora',
  'completada doctora',
  'cancelada doctora',
  'pendiente doctora',
]

describe.each(engines())('removing a doctor with appointments ahead on $name', (engine) => {
  const world = useWorld(engine)
  const play = (caller: Caller, plan: string | null, newDoctor: string | null, arrange = '') =>
    rehearse(world(), identityOf(caller), async (stage) => {
      await fill(stage)
      if (arrange) await stage.owner(arrange)
      const { outcome, rows, message } = await stage.attempt(
        'select public.begin_doctor_removal($1, $2, $3) as answer',
        [people.doctorA, plan, newDoctor],
      )
      const [{ closed } = {}] = await stage.owner(
        'select closed_at is not null as closed from private.account_state where user_id = $1',
        [people.doctorA],
      )
      const [link] = await stage.owner(
        'select 1 as one from private.doctor_patients where doctor_id = $1 and patient_id = $2',
        [people.admin, people.patientB],
      )
      return { outcome, message, answer: rows[0]?.answer, closed, linked: !!link, citas: await states(stage) }
    })
  const done = { outcome: 'done', message: '', answer: { outcome: 'closed', id: people.doctorA, citas: 3 } }

  const may: Record<Caller, string> = {
    ...everyone('rule'),
    anonymous: 'no grant',
    admin: 'done',
    mainAdmin: 'done',
  }
  it.each(callers)('by %s', async (caller) => {
    const found = await play(caller, 'cancel', null)
    expect(found.outcome).toBe(may[caller])
    expect(found.closed).toBe(may[caller] === 'done')
    if (may[caller] !== 'done') expect(found.citas).toEqual(before)
  })

  it('keeps them', async () => {
    expect(await play('admin', 'keep', null)).toEqual({ ...done, closed: true, linked: false, citas: before })
  })

  it('cancels those from today on that are open, and no other', async () => {
    expect(await play('admin', 'cancel', null)).toEqual({
      ...done,
      closed: true,
      linked: false,
      citas: ['cancelada doctora', 'cancelada doctora', 'cancelada doctora', ...before.slice(3)],
    })
  })

  it('gives them to another doctor in their state, and links that doctor with the patients', async () => {
    expect(await play('mainAdmin', 'give', people.admin)).toEqual({
      ...done,
      closed: true,
      linked: true,
      citas: ['pendiente admin', 'confirmada admin', 'aceptada admin', ...before.slice(3)],
    })
  })

  it('changes nothing and names the times at which the other doctor is taken', async () => {
    const taken = `insert into public.citas (doctor_id, appointment_date, appointment_time, status)
      values ('${people.admin}', '2099-03-03', '10:00', 'pendiente'), ('${people.admin}', '2099-03-02', '10:30', 'cancelada')`
    expect(await play('mainAdmin', 'give', people.admin, taken)).toEqual({
      outcome: 'PT409',
      message:
        'Nombre admin ya tiene citas a esas horas: 03/03/2099 a las 10:00. Cámbialas antes o elige otro doctor.',
      answer: undefined,
      closed: false,
      linked: false,
      citas: before,
    })
  })

  it.each([
    ['nobody', 'give', null],
    ['the same doctor', 'give', people.doctorA],
    ['a patient', 'give', people.patientA],
    ['a closed doctor', 'give', people.closedDoctor],
    ['an unknown plan', 'lose', null],
    ['no plan', null, null],
  ])('refuses %s', async (_what, plan, newDoctor) => {
    const found = await play('admin', plan, newDoctor)
    const words =
      plan === 'give'
        ? 'Citas: elige otro doctor de la lista.'
        : 'Citas: elige conservarlas, cancelarlas o pasarlas a otro doctor.'
    expect([found.outcome, found.message, found.closed, found.citas]).toEqual(['PT400', words, false, before])
  })

  it('erases nobody whose appointments were given away', async () => {
    const found = await rehearse(world(), identityOf('mainAdmin'), async (stage) => {
      await stage.owner(
        `insert into public.citas (id, doctor_id, appointment_date, appointment_time)
         values ($1, $2, '2099-04-01', '10:00')`,
        [appointment(9), people.admin],
      )
      return (
        await stage.attempt(`select public.begin_doctor_removal($1, 'give', $2) as answer`, [
          people.admin,
          people.doctorA,
        ])
      ).rows
    })
    expect(found).toEqual([{ answer: { outcome: 'closed', id: people.admin, citas: 1 } }])
  })
})
