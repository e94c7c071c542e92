import { describe, expect, it } from 'vitest'
import { quoteLiteral as text } from '#server/db/quote.ts'
import { engines } from '#tests/engines.ts'
import { identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

const other = uuid('8000', 50)
const third = uuid('8000', 51)
const id = (number: number) => uuid('9070', number)

type Referral = {
  /** How the request spells who refers. */
  name: string | null
  /** When it was made. */
  ago: string
  /** Of an order, whose it is and what it was sent with. */
  by?: string
  sending?: number
  takenBack?: boolean
  /** Its appointment, three days after it was asked for. */
  cita?: string
  /** Studies: of its order, by a machine for its appointment, by hand on that day, or two of these at once. */
  studies?: (
    | 'order'
    | 'machine'
    | 'hand'
    | 'order and hand'
    | 'order of the third'
    | 'order and machine'
    | 'machine and hand'
  )[]
}

/**
 * Of the group 'otra': the account of Dra. Otra; that of people.dentist, who has taken another name since the orders; and two other
 * spellings, merged into it. Beside each stands what of it counts.
 */
const referrals: readonly Referral[] = [
  // Kept, two studies; recent, and the last one.
  { name: 'Dra. Otra', ago: '10 days', cita: 'completada', studies: ['machine', 'machine and hand'] },
  // Earlier by the moment. Missed: what was filed that day is another appointment's.
  { name: 'lus mora', ago: '90 days', cita: 'no_asistio', studies: ['hand'] },
  // One sending of two types: an order, two recent references. One kept, with one study; the other missed.
  {
    name: 'Nombre dentist',
    ago: '20 days',
    by: people.dentist,
    sending: 1,
    cita: 'completada',
    studies: ['order and hand'],
  },
  { name: 'Nombre dentist', ago: '20 days', by: people.dentist, sending: 1, cita: 'no_asistio' },
  // Taken back: a reference alone.
  { name: 'Dra. Otra', ago: '1 day', by: other, sending: 2, takenBack: true },
  // An order in whose request nobody stands any more: earlier, two studies. Not kept yet.
  {
    name: null,
    ago: '95 days',
    by: people.dentist,
    sending: 3,
    cita: 'aceptada',
    studies: ['order', 'order and machine'],
  },
  // As old as it must be to count in no trend. Not kept yet, a study.
  { name: 'dra otra', ago: '180 days', cita: 'confirmada', studies: ['hand'] },
  { name: 'Dra. Otra', ago: '200 days', cita: 'cancelada', studies: ['hand'] },
  // Kept; what came on that day is of the third one's order.
  { name: 'Dra. Otra', ago: '50 days', cita: 'completada', studies: ['order of the third'] },
  // Not of the group: the name that people.dentist has no more, by hand; and the third dentist's, whoever is named there.
  { name: 'Nombre dentist', ago: '5 days', cita: 'completada' },
  { name: 'Dra. Otra', ago: '2 days', by: third, sending: 4 },
  // Nobody's.
  { name: null, ago: '2 days', cita: 'completada', studies: ['hand'] },
  { name: 'Dr.', ago: '2 days', cita: 'completada' },
]

const third4 = id(10)

async function play(stage: Stage): Promise<void> {
  await stage.owner('delete from public.study_requests')
  // What came about long ago is not checked as if it did now.
  await stage.owner(`set local session_replication_role = replica`)
  for (const [account, name] of [
    [other, 'Dra. Otra'],
    [third, 'Dr. Tres'],
  ] as const) {
    await stage.owner(
      `insert into public.profiles (id, full_name, email, role) values ($1, $2, $3, 'dentist')`,
      [account, name, `${account}@fuera.test`],
    )
    await stage.owner(`insert into public.dentists (id, practice) values ($1, 'Otra Dental')`, [account])
  }
  for (const [
    at,
    { name, ago, by, sending = 0, takenBack = false, cita, studies = [] },
  ] of referrals.entries()) {
    const request = String(9200 + at)
    // Each of a patient's own day, so that only what is meant for it is of that day.
    const day = `(private.clinic_today() - ${400 + at})`
    await stage.owner(
      `insert into public.study_requests
         (id, patient_name, patient_email, patient_phone, study_type, referring_doctor, status, created_at, is_order)
       values (${request}, 'Persona', 'x@fuera.test', '5551234567', 'Escaneo Intraoral', $1, 'aceptada', now() - $2::interval, ${!!by})`,
      [name, ago],
    )
    if (by)
      await stage.owner(
        `insert into public.orders (id, request_id, dentist_id, sending_id, types, deliver, consent_at, cancelled_at)
         values ('${id(at)}', ${request}, '${by}', '${uuid('9071', sending)}', '{Escaneo Intraoral}', '{portal}', now(),
           ${takenBack ? 'now()' : 'null'})`,
      )
    if (cita)
      await stage.owner(
        `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, status, request_id)
         values ('${uuid('9072', at)}', '${people.patientA}', '${people.doctorA}', ${day}, '10:00', 'Escaneo Intraoral', ${text(cita)}, ${request})`,
      )
    for (const [which, how] of studies.entries()) {
      const study = uuid('9073', 10 * at + which)
      await stage.owner(
        `insert into public.studies (id, patient_id, doctor_id, study_type, study_date, report_needed)
         values ('${study}', '${people.patientA}', '${people.doctorA}', 'Escaneo Intraoral', ${how === 'order' || how === 'machine' ? '$1::date' : day}, false)`,
        how === 'order' || how === 'machine' ? ['2020-02-02'] : [],
      )
      if (how.startsWith('order'))
        await stage.owner(
          `insert into public.study_recipients (study_id, dentist_id, order_id, until)
           values ('${study}', '${by ?? third}', '${by ? id(at) : third4}', now())`,
        )
      if (how.includes('machine'))
        await stage.owner(
          `insert into public.arrivals (id, machine_id, study_uid, state, study_id, cita_id)
           values ('${uuid('9074', 10 * at + which)}', '${uuid('9075', 1)}', '1.2.${at}.${which}', 'assigned', '${study}',
             '${uuid('9072', at)}')`,
        )
    }
  }
  await stage.owner(`set local session_replication_role = origin`)
  await stage.owner(`update public.profiles set full_name = 'Dra. Luz Mora' where id = $1`, [people.dentist])
  for (const from of ['luz mora', 'lus mora'])
    expect(
      await call(stage, 'select public.merge_referrers($1, $2) is not null as value', [from, 'otra']),
    ).toEqual([true])
}

describe.each(engines())('what came of those who refer on $name', (engine) => {
  const world = useWorld(engine)
  const asAdmin = <T>(look: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf('admin'), async (stage) => {
      await play(stage)
      return look(stage)
    })

  it('agrees with a count by hand, over accounts and spellings', async () => {
    const [found] = (await asAdmin((stage) =>
      call(stage, `select public.referring_doctors('', 'name', false, 1, 100) as value`),
    )) as { rows: { accounts: { id: string }[]; last_at: string | null }[] }[]
    const today = Date.now()
    const daysAgo = (moment: string | null) => moment && Math.round((today - Date.parse(moment)) / 86_400_000)
    expect(
      found?.rows.map(({ accounts, last_at, ...row }) => ({
        ...row,
        last: daysAgo(last_at),
        accounts: accounts.map((account) => account.id).sort(),
      })),
    ).toEqual([
      {
        key: 'dentist nombre',
        name: 'Nombre dentist',
        ...{ referrals: 1, variations: 1, spellings: [{ name: 'Nombre dentist', count: 1 }] },
        ...{ orders: 0, kept: 1, studies: 0, last: 5, recent: 1, earlier: 0, accounts: [] },
      },
      {
        key: 'otra',
        name: 'Dra. Otra',
        referrals: 9,
        variations: 4,
        spellings: [
          { name: 'Dra. Otra', count: 4 },
          { name: 'Nombre dentist', count: 2 },
          { name: 'dra otra', count: 1 },
          { name: 'lus mora', count: 1 },
        ],
        // The sendings 1 and 3.
        orders: 2,
        // The first, one of the sending 1, and that of 50 days ago.
        kept: 3,
        // Two by a machine, by the sending 1, two by the sending 3, and on the day that is not kept yet.
        studies: 6,
        last: 10,
        // 10, 20, 20 and 50 days ago; 90 and 95.
        ...{ recent: 4, earlier: 2 },
        accounts: [people.dentist, other].sort(),
      },
      {
        key: 'tres',
        name: 'Dr. Tres',
        ...{ referrals: 1, variations: 1, spellings: [{ name: 'Dra. Otra', count: 1 }] },
        ...{ orders: 1, kept: 0, studies: 1, last: 2, recent: 1, earlier: 0, accounts: [third] },
      },
    ])
  })

  it('says who missed by the same groups, and names a group by the account where no request does', async () => {
    const found = await asAdmin(async (stage) => [
      await call(
        stage,
        `select public.no_shows(current_date - 500, current_date - 350) -> 'referrers' as value`,
      ),
      await call(
        stage,
        `select from_name || ' > ' || into_name as value from public.referrer_merges() order by 1`,
      ),
    ])
    expect(found).toEqual([
      [
        [
          { name: 'Dra. Otra', total: 7, missed: 2 },
          { name: 'Nombre dentist', total: 1, missed: 0 },
        ],
      ],
      ['Dra. Luz Mora > Dra. Otra', 'lus mora > Dra. Otra'],
    ])
  })
})
