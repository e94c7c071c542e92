import { describe, expect, it } from 'vitest'
import type { Queryable } from '#server/base/database.ts'
import { engines } from '#tests/engines.ts'
import { book, citaId, move } from './booking-stage.ts'
import { act, linkedCita, makeCita, soonMonday, tokenOf } from './links-stage.ts'
import { mailOn, take } from './messages-stage.ts'
import { anonymous, identityOf, people } from './people.ts'
import { behind, commit, race } from './races.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { requests, useWorld } from './world.ts'

const closed = `update private.account_state set closed_at = now() where user_id = '${people.doctorA}'`
const refused = 'PT400 Doctor: elige un doctor de la lista.'

/** A choice of doctor A's, and an appointment next Monday at ten with its link. */
async function prepare(stage: Stage) {
  await mailOn(stage)
  await makeCita(stage)
  await stage.become(identityOf('admin'))
  const { rows } = await stage.attempt(`select public.send_choice($1, $2, 'correo') ->> 'token' as value`, [
    requests.acceptedA,
    people.doctorA,
  ])
  return { choice: String(rows[0]?.value), token: await tokenOf(stage) }
}
type Links = Awaited<ReturnType<typeof prepare>>

const told = ({ outcome, message }: { outcome: string; message: string }) => `${outcome} ${message}`.trim()
const asAdmin = async <T>(stage: Stage, run: () => Promise<T>) => {
  await stage.become(identityOf('admin'))
  return run()
}

/** Every door to an appointment with doctor A, and what it answers once that is no doctor who takes any. */
const doors: [string, unknown, (stage: Stage, links: Links) => Promise<unknown>][] = [
  [
    'open_slots offers no start',
    'nothing',
    (stage) =>
      asAdmin(stage, async () =>
        told(await stage.attempt('select * from public.open_slots($1, $2, 7)', [people.doctorA, soonMonday])),
      ),
  ],
  ['a link offers no start', [], (stage, { token }) => act(stage, 'cita_link_slots', token, soonMonday)],
  ['a choice shows nothing', null, (stage, { choice }) => act(stage, 'cita_link', choice)],
  [
    'a choice books nothing',
    { outcome: 'ended' },
    (stage, { choice }) => act(stage, 'book_by_link', choice, soonMonday, '11:00'),
  ],
  [
    'a link moves nothing',
    'closed',
    async (stage, { token }) => (await act(stage, 'move_by_link', token, soonMonday, '11:00')).outcome,
  ],
  [
    'a link confirms what is kept',
    'confirmed',
    async (stage, { token }) => (await act(stage, 'confirm_by_link', token)).outcome,
  ],
  [
    'a link cancels what is kept',
    'cancelled',
    async (stage, { token }) => (await act(stage, 'cancel_by_link', token)).outcome,
  ],
  [
    'send_choice is refused',
    refused,
    (stage) =>
      asAdmin(stage, async () =>
        told(
          await stage.attempt(`select public.send_choice($1, $2, 'copia')`, [
            requests.acceptedA,
            people.doctorA,
          ]),
        ),
      ),
  ],
  [
    'book_cita is refused',
    refused,
    (stage) => asAdmin(stage, async () => told(await book(stage, { day: soonMonday }))),
  ],
  [
    'overbooking is refused',
    refused,
    (stage) =>
      asAdmin(stage, async () =>
        told(await book(stage, { day: soonMonday, at: '10:00', reason: 'Urgencia' })),
      ),
  ],
  [
    'move_cita is refused',
    refused,
    (stage) => asAdmin(stage, async () => told(await move(stage, linkedCita, '11:00', { day: soonMonday }))),
  ],
  [
    'move_cita to them is refused',
    refused,
    (stage) =>
      asAdmin(stage, async () => {
        await book(stage, { id: citaId(2), doctor: 'doctorB', day: soonMonday })
        return told(await move(stage, citaId(2), '11:00', { day: soonMonday, doctor: 'doctorA' }))
      }),
  ],
  [
    'they are given no appointments',
    'PT400 Citas: elige otro doctor de la lista.',
    (stage) =>
      asAdmin(stage, async () =>
        told(
          await stage.attempt(`select public.begin_doctor_removal($1, 'give', $2)`, [
            people.doctorB,
            people.doctorA,
          ]),
        ),
      ),
  ],
  ['no mail lets somebody choose', [], (stage) => take(stage)],
]

describe.each(engines())('who takes appointments on $name', (engine) => {
  const world = useWorld(engine)

  describe.each<[string, string]>([
    ['whose account was closed', closed],
    [
      'who is no doctor any more',
      `update public.profiles set role = 'patient', is_admin = false where id = '${people.doctorA}'`,
    ],
  ])('not one %s', (_, end) => {
    it.each(doors)('%s', async (_door, answer, run) => {
      const found = await rehearse(world(), anonymous, async (stage) => {
        const links = await prepare(stage)
        await stage.owner(end)
        return run(stage, links)
      })
      expect(found).toEqual(answer)
    })
  })

  if (engine.kind === 'postgres')
    it.each<[string, string, (links: Links) => [string, string[]]]>([
      ['books by a link', 'ended', ({ choice }) => ['book_by_link', [choice, '12:00']]],
      ['moves by a link', 'closed', ({ token }) => ['move_by_link', [token, '12:30']]],
      ['books', 'PT400', () => ['insert', []]],
    ])('nobody %s while the account is being closed', async (_, expected, pick) => {
      const database = world()
      await database.query(
        `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
         values ($1, $2, $3, $4, '10:00', 'Panorámica', 'X') on conflict do nothing`,
        [linkedCita, people.patientA, people.doctorA, soonMonday],
      )
      const given = (sql: string, args: string[]) =>
        commit(database, `select ${sql} ->> 'token' as value`, args) as Promise<string>
      const [name, args] = pick({
        token: await given(`public.cita_token($1, 'copia')`, [linkedCita]),
        choice: await given(`public.send_choice($1, $2, 'copia')`, [requests.acceptedA, people.doctorA]),
      })
      const closing = async (tx: Queryable) => {
        await tx.query('select from public.profiles where id = $1 for update', [people.doctorA])
        await tx.query(closed)
      }
      const [answer] = await behind(database, closing, () =>
        race(1, () =>
          name === 'insert'
            ? commit(
                database,
                `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
                 values ($1, $2, $3, '13:00', 'Panorámica') returning id as value`,
                [people.patientA, people.doctorA, soonMonday],
              )
            : commit(
                database,
                `select public.${name}($1, $2, $3) ->> 'outcome' as value`,
                [args[0], soonMonday, args[1]],
                'anonymous',
              ),
        ),
      )
      await database.query('update private.account_state set closed_at = null where user_id = $1', [
        people.doctorA,
      ])
      expect(answer).toBe(expected)
    })
})
