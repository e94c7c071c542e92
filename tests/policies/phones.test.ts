import { describe, expect, it } from 'vitest'
import { phoneCases } from '#domain/phone.cases.ts'
import { engines } from '#tests/engines.ts'
import { identityOf, people } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { appointments, requests, useWorld } from './world.ts'

const accepted = [
  '962 000 0000',
  '+52 (962) 000-00-00',
  '962.000.0000',
  '1234567',
  '123456789012345',
  ' 9620000000 ',
  '962\u00a0000\u00a00000',
  '962\u2013000\u20110000',
  '962 000 0000 ext. 3',
  '962 000 0000, Extensión 12',
]
const refused = [
  'abc',
  'con su mamá',
  '123456',
  '1234567890123456',
  '962 000 0000 ext.',
  '962 ext. 123456',
  '962/0000000',
  '+',
]

/** A row of each table that holds a telephone, with the given one. */
const inserts: [table: string, (phone: string) => [sql: string, params: unknown[]]][] = [
  ['profiles', (phone) => [`update public.profiles set phone = $1 where id = $2`, [phone, people.patientA]]],
  [
    'study_requests',
    (phone) => [`update public.study_requests set patient_phone = $1 where id = $2`, [phone, requests.A]],
  ],
  [
    'citas',
    (phone) => [
      `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, telefono)
       values ($2, $3, '2099-01-06', '09:30', $1)`,
      [phone, people.patientA, people.doctorA],
    ],
  ],
  [
    'prepared_accounts',
    (phone) => [
      `insert into private.prepared_accounts (email, full_name, phone) values ('x@fuera.test', 'X', $1)`,
      [phone],
    ],
  ],
]

/** Stores a telephone that the rule would refuse, like rows older than the rule. */
async function leaveOld(stage: Stage, table: string, set: string, id: string) {
  await stage.owner(`alter table public.${table} disable trigger user`)
  await stage.owner(`update public.${table} set ${set} where id = '${id}'`)
  await stage.owner(`alter table public.${table} enable trigger user`)
}

describe.each(engines())('telephones on $name', (engine) => {
  const world = useWorld(engine)

  it.each(inserts)('of %s have 7 to 15 digits and the usual signs, whoever writes them', async (_, write) => {
    const outcomes = await rehearseAsOwner(world(), async (stage) => {
      const found: Record<string, string> = {}
      for (const phone of [...accepted, ...refused]) {
        const { outcome, message } = await stage.attempt(...write(phone), async () => {})
        found[phone] = message || outcome
      }
      return found
    })
    const refusal = 'Teléfono: escribe de 7 a 15 dígitos, por ejemplo 962 000 0000.'
    expect(outcomes).toEqual({
      ...Object.fromEntries(accepted.map((phone) => [phone, 'done'])),
      ...Object.fromEntries(refused.map((phone) => [phone, refusal])),
    })
  })

  it('from before the rule do not keep a row from changing', async () => {
    const outcomes = await rehearse(world(), identityOf('admin'), async (stage) => {
      await leaveOld(stage, 'profiles', `phone = 'abc'`, people.patientA)
      await leaveOld(stage, 'study_requests', `patient_phone = 'abc'`, requests.A)
      await leaveOld(stage, 'citas', `telefono = 'abc'`, appointments.A)
      const each = async (sql: string) => (await stage.attempt(sql)).outcome
      return [
        await each(
          `update public.profiles set full_name = 'Otra', phone = 'abc' where id = '${people.patientA}'`,
        ),
        await each(`update public.profiles set phone = 'abcd' where id = '${people.patientA}'`),
        await each(`update public.study_requests set status = 'aceptada' where id = ${requests.A}`),
        await each(`update public.citas set status = 'completada' where id = '${appointments.A}'`),
      ]
    })
    expect(outcomes).toEqual(['done', 'PT400', 'done', 'done'])
  })

  it('that a patient already has go into their appointments, others do not', async () => {
    const outcomes = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await leaveOld(stage, 'profiles', `phone = 'abc'`, people.patientA)
      const book = (time: string, phone: string) =>
        stage.attempt(
          `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, telefono)
           values ($1, $2, '2099-01-06', $3, 'Escaneo Intraoral', $4)`,
          [people.patientA, people.doctorA, time, phone],
        )
      return [(await book('09:30', 'abc')).outcome, (await book('10:00', 'abcd')).outcome]
    })
    expect(outcomes).toEqual(['done', 'PT400'])
  })

  it('are searched and compared by the digits that the portal reads in them', async () => {
    const written = phoneCases.map(([text]) => text)
    const rows = await rehearseAsOwner(world(), (stage) =>
      stage.owner(
        `select private.phone_digits(text) as digits from unnest($1::text[]) with ordinality as t (text, n) order by n`,
        [written],
      ),
    )
    expect(rows.map(({ digits }, n) => [written[n], digits])).toEqual(
      phoneCases.map(([text, , , search]) => [text, search]),
    )
  })
})
