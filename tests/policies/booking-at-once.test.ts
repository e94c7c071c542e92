import { describe, expect, it } from 'vitest'
import { addDays } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { citaId } from './booking-stage.ts'
import { soonMonday } from './links-stage.ts'
import { anonymous, type Person, people, uuid } from './people.ts'
import { commit, race } from './races.ts'
import { requests, useWorld } from './world.ts'

describe.each(engines())('appointments at the same moment on $name', (engine) => {
  const world = useWorld(engine)

  const book = (
    id: string,
    day: string,
    at: string,
    { request = null, reason = null }: { request?: string | null; reason?: string | null } = {},
    caller: Person & ('doctorA' | 'admin' | 'mainAdmin') = 'doctorA',
  ) =>
    commit(
      world(),
      'select (public.book_cita($1, $2, $3, $4, $5, $6, $7, $8)).id::text as value',
      [id, people.patientA, people.doctorA, day, at, 'Panorámica', request, reason],
      caller,
    )

  it('thirty people book one slot: one gets it', async () => {
    const answers = await race(30, (index) => book(uuid('9031', index + 1), '2099-02-02', '12:00'))
    expect(answers.filter((answer) => answer === 'PT409')).toHaveLength(29)
    expect(answers.filter((answer) => String(answer).includes('-9031-'))).toHaveLength(1)
  })

  it('twenty retries of one booking are one row, which all are told', async () => {
    const id = uuid('9032', 1)
    expect(await race(20, () => book(id, '2099-02-03', '12:00'))).toEqual(Array(20).fill(id))
    const { rows } = await world().query(
      'select count(*)::int as events from public.cita_events where cita_id = $1',
      [id],
    )
    expect(rows).toEqual([{ events: 1 }])
  })

  it('ten people book one request: one appointment', async () => {
    const answers = await race(10, (index) =>
      book(
        uuid('9033', index + 1),
        '2099-02-04',
        `1${index % 8}:00`,
        { request: requests.acceptedA },
        index % 2 ? 'admin' : 'mainAdmin',
      ),
    )
    expect(answers.filter((answer) => answer === 'PT409')).toHaveLength(9)
  })

  /** So many appointments of that doctor behind a Monday, each with a link; `moveByLink` answers the outcome. */
  async function linked(count: number, word: string, monday: string) {
    await world().query(
      `with made as (
         insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, nombre)
         select $1, $2, $3::date + 8 + n / 20, time '00:30' + n % 20 * interval '30 minutes', 'Panorámica', 'X'
         from generate_series(0, $4 - 1) n returning id, patient_id, doctor_id
       ), links as (
         insert into public.cita_links (cita_id, patient_id, doctor_id) select id, patient_id, doctor_id from made returning id
       )
       insert into private.cita_link_tokens (token_hash, link_id, channel)
       select private.share_hash($5 || row_number() over () - 1), id, 'copia' from links`,
      [people.patientA, people.doctorA, monday, count, word],
    )
    return (index: number) =>
      world().as(
        anonymous,
        async (tx) => {
          const { rows } = await tx.query<{ value: string }>(
            `select public.move_by_link($1, $2, '12:00') ->> 'outcome' as value`,
            [`${word}${index}`, monday],
          )
          return rows[0]?.value
        },
        { headers: { 'x-forwarded-for': `192.0.2.${index + 1}` } },
      )
  }

  it('fifty patients choose one slot by link while ten of the staff book it: one gets it, nobody is half moved', async () => {
    const moveByLink = await linked(50, 'enlace-', soonMonday)
    const answers = await race(60, (index) =>
      index % 6 === 5
        ? book(uuid('9039', index), soonMonday, '12:00')
        : moveByLink(index - Math.floor(index / 6)),
    )
    expect(answers.filter((answer) => answer === 'taken' || answer === 'PT409')).toHaveLength(59)
    const { rows } = await world().query(
      `select count(*) filter (where appointment_date = $2 and appointment_time = '12:00')::int as there,
         count(*) filter (where moves > 0 and (appointment_date, appointment_time) <> ($2, '12:00'))::int as lost
       from public.citas where doctor_id = $1 and status <> 'cancelada'`,
      [people.doctorA, soonMonday],
    )
    expect(rows).toEqual([{ there: 1, lost: 0 }])
  })

  it('fifty people press one slot through every door at once: a booking for each seat, and an answer for everybody', async () => {
    const monday = addDays(soonMonday, 7)
    const moveByLink = await linked(13, 'puerta-', monday)
    const answers = await race(50, (index) => {
      const id = uuid('9040', index + 1)
      switch (index % 4) {
        case 0:
          return moveByLink(index / 4)
        // 'Nueva Cita'.
        case 1:
          return commit(
            world(),
            `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type)
             values ($1, $2, $3, $4, '12:00', 'Panorámica') returning 'done' as value`,
            [id, people.patientA, people.doctorA, monday],
          )
        // 'Agendar cita'.
        case 2:
          return book(id, monday, '12:00')
        default:
          return book(id, monday, '12:00', { reason: 'Urgencia' })
      }
    })
    const { rows } = await world().query<{ seat: number }>(
      `select seat from public.citas
       where doctor_id = $1 and appointment_date = $2 and appointment_time = '12:00' and status <> 'cancelada' order by seat`,
      [people.doctorA, monday],
    )
    expect(rows).toEqual([{ seat: 0 }, { seat: 1 }, { seat: 2 }])
    // Taken, or too many in it already.
    expect(answers.filter((answer) => ['taken', '23505', 'PT409'].includes(String(answer)))).toHaveLength(47)
  })

  it('cancelling, moving, overbooking and booking leave no gap and no double', async () => {
    const day = '2099-02-05'
    const slots = ['10:00', '10:30', '11:00']
    const reason = 'Urgencia'
    const there = slots.flatMap((at, slot) =>
      [0, 1, 2].map((seat) => ({ id: uuid('9034', slot * 3 + seat + 1), at })),
    )
    for (const { id, at } of there) await book(id, day, at, { reason })
    const answers = await race(80, (index) => {
      const at = slots[index % 3] ?? '10:00'
      const cita = there[(index * 7) % there.length]?.id ?? citaId(1)
      const fresh = uuid('9035', index + 1)
      switch (index % 4) {
        case 0:
          return commit(
            world(),
            `update public.citas set status = 'cancelada' where id = $1 returning 'done' as value`,
            [cita],
          )
        case 1:
          return commit(world(), `select public.move_cita($1, $2, $3, null, $4) is not null as value`, [
            cita,
            day,
            at,
            reason,
          ])
        case 2:
          return book(fresh, day, at, { reason })
        default:
          return commit(
            world(),
            `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type)
             values ($1, $2, $3, $4, $5, 'Panorámica') returning 'done' as value`,
            [fresh, people.patientA, people.doctorA, day, at],
          )
      }
    })
    const refusals = answers.filter((answer) => /^[0-9P][0-9T][0-9]{3}$/.test(String(answer)))
    expect([...new Set(refusals)].sort().filter((code) => code !== '23505' && code !== 'PT409')).toEqual([])

    const { rows } = await world().query<{ seats: string }>(
      `select string_agg(seat::text, '' order by seat) as seats from public.citas
       where doctor_id = $1 and appointment_date = $2 and status <> 'cancelada'
       group by appointment_time`,
      [people.doctorA, day],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { seats } of rows) expect('012').toContain(seats)
    for (const { seats } of rows) expect(seats).toMatch(/^0/)
  })

  it('a doctor is removed while their appointments are moved and cancelled', async () => {
    const there = Array.from({ length: 12 }, (_, index) => uuid('9036', index + 1))
    for (const [index, id] of there.entries())
      await commit(
        world(),
        'select (public.book_cita($1, $2, $3, $4, $5, $6)).id::text as value',
        [
          id,
          people.patientB,
          people.doctorB,
          '2099-02-06',
          `1${Math.floor(index / 2)}:${index % 2 ? '30' : '00'}`,
          'Panorámica',
        ],
        'admin',
      )
    const answers = await race(40, (index) => {
      const cita = there[(index * 5) % 12]
      if (index === 20)
        return commit(
          world(),
          `select public.begin_doctor_removal($1, 'cancel')->>'outcome' as value`,
          [people.doctorB],
          'admin',
        )
      if (index % 2)
        return commit(
          world(),
          `update public.citas set status = 'confirmada' where id = $1 returning 'done' as value`,
          [cita],
          'admin',
        )
      return commit(
        world(),
        `select public.move_cita($1, '2099-02-0' || ($2::int % 3 + 7), '10:00', null, 'Urgencia') is not null as value`,
        [cita, index],
        'mainAdmin',
      )
    })
    expect(answers[20]).toBe('closed')
    expect(answers.filter((answer) => answer === '40P01')).toEqual([])
  })
})
