import { describe, expect, it } from 'vitest'
import type { Identity } from '#server/identity.ts'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { soonMonday } from './links-stage.ts'
import { everyone, itDeletes, itInserts, itShows, itUpdates } from './matrix.ts'
import { mailOn, settle, type Taken, take } from './messages-stage.ts'
import {
  asOtherDentist,
  book,
  orderRequests,
  orderRowsOfWorld,
  orders,
  otherDentist,
  recipientsOf,
  sending,
  sendOrder,
  uploadStudy,
} from './orders-stage.ts'
import { anonymous, type Caller, callers, emailOf, identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { reportRowsOfWorld } from './reports-stage.ts'
import { requests, studies, useWorld } from './world.ts'

const doctors: readonly Caller[] = ['doctorA', 'doctorB', 'factorPassed', 'admin', 'mainAdmin']
const admins: readonly Caller[] = ['admin', 'mainAdmin']
const allOrders = Object.keys(orders) as (keyof typeof orders)[]
type Line = Record<string, unknown>

const refusal = async (stage: Stage, sql: string, values: readonly unknown[] = []) => {
  const { outcome, message } = await stage.attempt(sql, values)
  return [outcome, message]
}
const lines = async (stage: Stage, args = '', values: readonly unknown[] = []) => {
  const [answer] = (await call(stage, `select public.my_orders(${args}) as value`, values)) as {
    total: number
    rows: Line[]
  }[]
  if (!answer) throw new Error('my_orders answers nothing')
  return answer
}
const lineOf = async (stage: Stage, id: string) => {
  await stage.become(identityOf('dentist'))
  return (await lines(stage)).rows.find((row) => row.order_id === id)
}
const stateOf = async (stage: Stage, id: string) => (await lineOf(stage, id))?.state

describe.each(engines())('orders on $name', (engine) => {
  const world = useWorld(engine, [...reportRowsOfWorld, ...orderRowsOfWorld])
  const as = <T>(caller: Caller | Identity, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), typeof caller === 'string' ? identityOf(caller) : caller, run)
  const trail = (stage: Stage) =>
    stage.owner(
      `select subject, action, row_id, actor::text, patient_id::text as patient from private.audit_log
       where subject in ('orders', 'study_recipients') and at = now() order by id`,
    )

  describe('public.orders', () => {
    const subject = { table: 'public.orders', rows: orders }
    itShows(world, subject, {
      ...everyone<readonly (keyof typeof orders)[] | typeof nobody>([]),
      ...Object.fromEntries(doctors.map((doctor) => [doctor, allOrders])),
      anonymous: nobody,
      dentist: ['A', 'waiting'],
    })
    itInserts(
      world,
      'public.orders',
      (['anonymous', 'patientA', 'doctorA', 'admin', 'dentist'] as const).map((caller) => [
        caller,
        'by hand',
        { request_id: requests.A, dentist_id: `'${people.dentist}'` },
        'no grant',
      ]),
    )
    itUpdates(world, {
      ...subject,
      values: {
        id: 'gen_random_uuid()',
        request_id: requests.A,
        dentist_id: `'${otherDentist}'`,
        sending_id: 'gen_random_uuid()',
        patient_id: `'${people.patientB}'`,
        teeth: `'{11}'`,
        areas: `'{atm}'`,
        types: `'{Otro}'`,
        question: `'Otra'`,
        urgent: 'not urgent',
        deliver: `'{dicom}'`,
        consent_at: `now() - interval '1 hour'`,
        seen_by_clinic_at: 'now()',
        cancelled_at: 'now()',
        stopped_at: 'now()',
        created_at: `now() - interval '1 hour'`,
      },
      granted: [],
      may: { ...everyone({}), anonymous: nobody },
    })
    itDeletes(world, subject, everyone(nobody))
  })

  describe('public.study_recipients', () => {
    const rows = {
      A: studies.A,
      B: studies.B,
      stopped: studies.ofFactorDoctor,
      ofClosedPatient: studies.ofClosedPatient,
      old: studies.ofFormerDoctor,
    }
    const all = Object.keys(rows) as (keyof typeof rows)[]
    const subject = { table: 'public.study_recipients', rows, key: 'study_id' }
    itShows(world, subject, {
      ...everyone<readonly (keyof typeof rows)[] | typeof nobody>([]),
      anonymous: nobody,
      patientA: ['A', 'stopped'],
      patientB: ['B', 'old'],
      liar: ['B', 'old'],
      doctorA: ['A', 'stopped', 'ofClosedPatient', 'old'],
      doctorB: ['B', 'old'],
      factorPassed: ['A', 'stopped'],
      admin: all,
      mainAdmin: all,
      // Also what ended: so an open viewer hears of it.
      dentist: ['A', 'stopped', 'ofClosedPatient', 'old'],
    })
    itInserts(
      world,
      'public.study_recipients',
      (['anonymous', 'patientA', 'doctorA', 'admin', 'dentist'] as const).map((caller) => [
        caller,
        'by hand',
        { study_id: `'${studies.ofClosedDoctor}'`, dentist_id: `'${people.dentist}'`, until: `'2099-01-01'` },
        'no grant',
      ]),
    )
    itUpdates(world, {
      ...subject,
      values: {
        study_id: `'${studies.ofNewPatient}'`,
        dentist_id: `'${people.dentist}'`,
        order_id: `'${orders.waiting}'`,
        since: `now() - interval '1 hour'`,
        until: `'2099-01-01'`,
        ended_at: `'2026-01-01'`,
        ended_by: `'${people.admin}'`,
      },
      granted: [],
      may: { ...everyone({}), anonymous: nobody },
    })
    itDeletes(world, subject, everyone(nobody))
  })

  describe('send_order', () => {
    it.each(callers)('by %s', async (caller) => {
      const { outcome } = await as(caller, (stage) =>
        stage.attempt('select public.send_order($1)', [sending()]),
      )
      expect(outcome).toBe(caller === 'dentist' ? 'done' : caller === 'anonymous' ? nobody : 'rule')
    })

    it('makes a request a kind of study, with one order each, in their order', async () => {
      const found = await as('dentist', async (stage) => {
        const sent = await sendOrder(stage)
        const rows = await stage.owner(
          `select r.patient_name, r.patient_email, r.patient_phone, r.patient_age, r.study_type, r.referring_doctor, r.status,
             r.is_order, o.dentist_id::text, o.patient_id, to_json(o.teeth) as teeth, to_json(o.areas) as areas,
             to_json(o.types) as types, o.question, o.urgent, to_json(o.deliver) as deliver, o.consent_at = now() as consent
           from public.orders o join public.study_requests r on r.id = o.request_id
           where o.sending_id = $1 order by r.id`,
          [sending().sending_id],
        )
        return { sent: sent.map((row) => row.study_type), rows, lines: await trail(stage), sentAll: sent }
      })
      const common = {
        patient_name: 'Nombre patientA',
        patient_email: null,
        patient_phone: '962 111 0000',
        patient_age: 34,
        referring_doctor: 'Nombre dentist',
        status: 'pendiente',
        is_order: true,
        dentist_id: people.dentist,
        patient_id: null,
        teeth: [11, 36, 48],
        areas: ['atm'],
        types: ['Escaneo Intraoral', 'Radiografía Panorámica'],
        question: '¿Raíz fracturada?',
        urgent: true,
        deliver: ['portal', 'stl'],
        consent: true,
      }
      expect(found.sent).toEqual(['Escaneo Intraoral', 'Radiografía Panorámica'])
      expect(found.rows).toEqual([
        { ...common, study_type: 'Escaneo Intraoral' },
        { ...common, study_type: 'Radiografía Panorámica' },
      ])
      expect(found.lines).toEqual(
        found.sentAll.map(({ id }) => ({
          subject: 'orders',
          action: 'send',
          row_id: id,
          actor: people.dentist,
          patient: null,
        })),
      )
    })

    it('again after a lost answer is the same order', async () => {
      const found = await as('dentist', async (stage) => {
        const first = await sendOrder(stage)
        const again = await sendOrder(stage, { consent: false, types: ['Otro'] })
        const [{ count } = {}] = await stage.owner(
          'select count(*)::int as count from public.orders where sending_id = $1',
          [sending().sending_id],
        )
        await stage.become(asOtherDentist)
        return {
          same: first,
          again,
          count,
          other: await refusal(stage, 'select public.send_order($1)', [sending()]),
        }
      })
      expect(found.again).toEqual(found.same)
      expect(found.count).toBe(2)
      expect(found.other).toEqual(['PT409', 'Esta orden ya existe. Crea una nueva.'])
    })

    it.each<[string, Record<string, unknown>, string]>([
      ['without consent', { consent: false }, 'Confirma que el paciente sabe que recibirás sus imágenes.'],
      [
        'with consent as a word',
        { consent: 'true' },
        'Confirma que el paciente sabe que recibirás sus imágenes.',
      ],
      ['of nothing', { types: [] }, 'Estudios: elige de 1 a 8.'],
      ['of nine kinds', { types: [...'abcdefghi'] }, 'Estudios: elige de 1 a 8.'],
      ['of what is not offered', { types: ['Resonancia'] }, 'Tipo de estudio: elige uno de la lista.'],
      ['of a tooth that nobody has', { teeth: [36, 19] }, 'Piezas: elígelas en el odontograma.'],
      ['of a deciduous tooth that nobody has', { teeth: [56] }, 'Piezas: elígelas en el odontograma.'],
      ['of an unknown region', { areas: ['rodilla'] }, 'Región: elige una de la lista.'],
      ['delivered nowhere', { deliver: [] }, 'Entrega: elige cómo recibir las imágenes.'],
      ['delivered by pigeon', { deliver: ['paloma'] }, 'Entrega: elige cómo recibir las imágenes.'],
      [
        'with an endless question',
        { question: 'x'.repeat(501) },
        'Motivo o pregunta clínica: escribe como máximo 500 caracteres.',
      ],
      ['without a name', { patient_name: ' ' }, 'Nombre completo: es un dato obligatorio.'],
      [
        'without a telephone',
        { patient_phone: '12' },
        'Teléfono: escribe de 7 a 15 dígitos, por ejemplo 962 000 0000.',
      ],
      ['with a wrong age', { patient_age: 'x' }, 'Edad: escribe un número entero entre 0 y 130.'],
    ])('%s is refused', async (_what, given, message) => {
      const found = await as('dentist', async (stage) => [
        ...(await refusal(stage, 'select public.send_order($1)', [sending(given)])),
        (await stage.owner('select from public.orders where sending_id = $1', [sending().sending_id])).length,
      ])
      expect(found).toEqual(['PT400', message, 0])
    })

    it('keeps each tooth once, and deciduous ones', async () => {
      const found = await as('dentist', async (stage) => {
        const [sent] = await sendOrder(stage, { teeth: [85, 51, 51, 11], areas: ['craneo', 'craneo'] })
        return stage.owner(
          'select to_json(teeth) as teeth, to_json(areas) as areas from public.orders where id = $1',
          [sent?.id],
        )
      })
      expect(found).toEqual([{ teeth: [11, 51, 85], areas: ['craneo'] }])
    })

    it('sixty times an hour', async () => {
      const found = await as('dentist', async (stage) => {
        await stage.owner(
          `insert into private.rate_limits (bucket, client, window_start, hits) values ('send_order', $1, now(), 59)`,
          [people.dentist],
        )
        const first = await refusal(stage, 'select public.send_order($1)', [sending()])
        return [first[0], (await refusal(stage, 'select public.send_order($1)', [sending()]))[0]]
      })
      expect(found).toEqual(['done', 'PT429'])
    })

    it('an e-mail is optional for orders alone, and no other door leaves it out', async () => {
      const found = await as('dentist', async (stage) => {
        const [sent] = await sendOrder(stage, { patient_email: ' ANA@Fuera.test ' })
        const kept = await stage.owner('select patient_email from public.study_requests where id = $1', [
          sent?.request_id,
        ])
        const wrong = await refusal(stage, 'select public.send_order($1)', [
          // A letter that only looks like a k, and is one in lower case.
          sending({ sending_id: uuid('9064', 2), patient_email: 'ana@fuera.\u212aom' }),
        ])
        await stage.become(anonymous)
        const form = await stage.attempt(
          `insert into public.study_requests (patient_name, patient_phone, study_type, status)
           values ('Ana', '9621110000', 'Escaneo Intraoral', 'pendiente')`,
        )
        const disguised = await stage.attempt(
          `insert into public.study_requests (patient_name, patient_phone, study_type, status, is_order)
           values ('Ana', '9621110000', 'Escaneo Intraoral', 'pendiente', true)`,
        )
        return { kept, wrong: wrong[0], form: form.outcome, disguised: disguised.outcome }
      })
      expect(found).toEqual({
        kept: [{ patient_email: 'ana@fuera.test' }],
        wrong: 'PT400',
        form: '23514',
        disguised: 'no grant',
      })
    })
  })

  describe('my_orders', () => {
    it.each(callers)('by %s', async (caller) => {
      const { outcome } = await as(caller, (stage) => stage.attempt('select public.my_orders()'))
      expect(outcome).toBe(caller === 'dentist' ? 'done' : caller === 'anonymous' ? nobody : 'rule')
    })

    it('says all that the page shows, and no telephone that the dentist did not write', async () => {
      const found = await as('dentist', async (stage) => {
        const line = await lineOf(stage, orders.A)
        await stage.become(asOtherDentist)
        const card = (await lines(stage)).rows.find((row) => row.order_id === orders.byCard)
        return { line, card: card?.phone }
      })
      expect(found.line).toEqual({
        order_id: orders.A,
        request_id: expect.any(Number),
        code: expect.stringMatching(/^[2-9A-HJKMNP-Z]{8}$/),
        study_id: studies.A,
        patient_name: 'Paciente A',
        patient_age: 34,
        study_type: 'Escaneo Intraoral',
        teeth: [36, 37],
        areas: [],
        question: '¿Raíz fracturada?',
        urgent: false,
        deliver: ['portal'],
        types: ['Escaneo Intraoral'],
        sending_id: uuid('9061', 9101),
        sent_at: expect.any(String),
        state: 'lista',
        ended: null,
        day: null,
        time: null,
        seen_at: null,
        picture: {
          path: `${people.patientA}/miniatura.webp`,
          width: 9,
          height: 9,
          tint: null,
          kind: 'image',
        },
        report: true,
        until: expect.any(String),
        phone: '9621110000',
        link: false,
      })
      expect(found.card).toBeNull()
    })

    it('follows an order from the request to the image that was opened', async () => {
      const found = await as('dentist', async (stage) => {
        const [sent, second] = await sendOrder(stage)
        const id = String(sent?.id)
        const states = [await stateOf(stage, id)]
        const cita = await book(stage, Number(sent?.request_id))
        const booked = await lineOf(stage, id)
        states.push(booked?.state)
        await stage.owner(`update public.citas set status = 'cancelada' where id = $1`, [cita])
        states.push(await stateOf(stage, id))
        const again = await book(stage, Number(sent?.request_id), { id: uuid('9065', 2), at: '10:30' })
        await stage.owner(`update public.citas set status = 'completada' where id = $1`, [again])
        states.push(await stateOf(stage, id))
        const study = await uploadStudy(stage, { file: false })
        states.push(await stateOf(stage, id))
        await stage.owner('update public.studies set file_url = $1, file_name = $2 where id = $3', [
          `${people.patientA}/${study}/x.zip`,
          'x.zip',
          study,
        ])
        states.push(await stateOf(stage, id))
        await stage.attempt('select public.note_seen($1, $2)', [study, 'images'])
        const seen = await lineOf(stage, id)
        states.push(seen?.state)
        await stage.attempt('select public.cancel_order($1)', [second?.id])
        states.push(await stateOf(stage, String(second?.id)))
        return { states, at: [booked?.day, booked?.time], seen: seen?.seen_at !== null }
      })
      expect(found).toEqual({
        states: ['pedida', 'agendada', 'aceptada', 'tomada', 'tomada', 'lista', 'vista', 'cancelada'],
        at: ['2099-01-12', '10:00:00'],
        seen: true,
      })
    })

    it('an order that the clinic rejected is cancelled', async () => {
      const found = await as('dentist', async (stage) => {
        await stage.owner(`update public.study_requests set status = 'rechazada' where id = $1`, [
          orderRequests.waiting,
        ])
        return stateOf(stage, orders.waiting)
      })
      expect(found).toBe('cancelada')
    })

    it('what was stopped has no picture, no study and says so', async () => {
      const found = await as('patientA', async (stage) => {
        await stage.attempt('select public.set_sharing($1, null, false)', [people.dentist])
        return lineOf(stage, orders.A)
      })
      expect(found).toMatchObject({
        state: 'tomada',
        ended: 'paciente',
        study_id: null,
        picture: null,
        report: false,
      })
    })

    it.each<[string, string, string[]]>([
      ['clinica', 'ended_at = now(), ended_by = $2', [people.doctorA]],
      ['paciente', 'ended_at = now(), ended_by = $2', [people.patientA]],
      ['plazo', `until = now() - interval '1 second'`, []],
    ])('what ended says by whom: %s', async (expected, change, values) => {
      const found = await as('dentist', async (stage) => {
        await stage.owner(`update public.study_recipients set ${change} where order_id = $1`, [
          orders.A,
          ...values,
        ])
        const line = await lineOf(stage, orders.A)
        const field =
          'select public.delivery_end(r) as value from public.study_recipients r where study_id = $1'
        return { ...line, beside: await call(stage, field, [studies.A]) }
      })
      expect(found).toMatchObject({ ended: expected, study_id: null, beside: [expected] })
    })

    it('an order that was stopped before there is a study says so', async () => {
      const found = await as('dentist', async (stage) => {
        const [sent] = await sendOrder(stage)
        await book(stage, Number(sent?.request_id))
        await stage.become(identityOf('patientA'))
        await stage.attempt('select public.set_sharing($1, null, false)', [people.dentist])
        return lineOf(stage, String(sent?.id))
      })
      expect(found).toMatchObject({ state: 'agendada', ended: 'paciente' })
    })

    it('says nothing of a report before its delivery', async () => {
      const found = await as('dentist', async (stage) => {
        await stage.owner('update public.study_recipients set ended_at = null where study_id = $1', [
          studies.ofFactorDoctor,
        ])
        return (await lines(stage)).rows.find((row) => row.study_id === studies.ofFactorDoctor)?.report
      })
      expect(found).toBe(false)
    })

    it('has a line for what came by hand, and for a second study of an order', async () => {
      const found = await as('admin', async (stage) => {
        const deliver = (study: string, order: string | null) =>
          stage.attempt('select public.deliver_study($1, $2, $3)', [study, people.dentist, order])
        await stage.owner('delete from public.study_recipients where study_id = $1', [studies.ofFactorDoctor])
        await deliver(studies.ofClosedDoctor, null)
        const second = await uploadStudy(stage)
        await deliver(second, orders.A)
        await stage.become(identityOf('dentist'))
        return (await lines(stage)).rows.map((row) => [
          row.order_id,
          row.study_id,
          row.patient_name,
          row.phone,
        ])
      })
      expect(found).toHaveLength(4)
      expect(found).toEqual(
        expect.arrayContaining([
          [orders.A, uuid('9066', 1), 'Paciente A', '9621110000'],
          [null, studies.A, 'Nombre patientA', null],
          [null, studies.ofClosedDoctor, 'Nombre patientA', null],
          [orders.waiting, null, 'Paciente waiting', '9621110000'],
        ]),
      )
    })

    it.each<[string, string, unknown[], string[]]>([
      ['words in any order', 'words => $1', ['paciente PANORAMICA'], [orders.waiting]],
      ['words that nobody has', 'words => $1', ['otro'], []],
      ['a state', 'state => $1', ['pedida'], [orders.waiting]],
      ['this month', 'month => $1', ['now'], [orders.A, orders.waiting]],
      ['another month', 'month => $1', ['2020-02-10'], []],
    ])('is searched by %s', async (_what, args, values, expected) => {
      const found = await as('dentist', async (stage) => {
        const [{ today } = {}] = await stage.owner(`select private.clinic_today()::text as today`)
        const given = values.map((value) => (value === 'now' ? today : value))
        return (await lines(stage, args, given)).rows.map((row) => row.order_id).sort()
      })
      expect(found).toEqual(expected)
    })

    it('is read in pages, newest first, with how many there are', async () => {
      const found = await as('dentist', async (stage) => {
        await stage.owner(`update public.orders set created_at = now() - interval '1 day' where id = $1`, [
          orders.A,
        ])
        const first = await lines(stage, 'most => 1')
        const second = await lines(stage, 'most => 1, skip => 1')
        return [first, second].map(({ total, rows }) => [total, rows.map((row) => row.order_id)])
      })
      expect(found).toEqual([
        [2, [orders.waiting]],
        [2, [orders.A]],
      ])
    })

    it('a page of 24 weighs less than 16 KB', async () => {
      const size = await as('dentist', async (stage) => {
        for (let at = 0; at < 24; at++)
          await sendOrder(stage, { sending_id: uuid('9068', at), types: ['Escaneo Intraoral'] })
        return JSON.stringify(await lines(stage)).length
      })
      expect(size).toBeLessThan(16_000)
    })
  })

  describe('orders that the clinic accepts without looking at them', () => {
    /** One order of the dentist, sent on the dentist's word; what became of its requests, and the mails about an hour. */
    const send = async (stage: Stage, given: Record<string, unknown> = {}, settings = {}) => {
      await mailOn(stage)
      await stage.become(identityOf('admin'))
      await call(stage, 'select public.set_agenda_settings($1) as value', [
        { accept_orders: true, ...settings },
      ])
      // The only doctor of the patient; their word would do as well.
      await stage.owner('delete from private.doctor_patients where patient_id = $1 and doctor_id <> $2', [
        people.patientA,
        people.doctorA,
      ])
      await stage.become(identityOf('dentist'))
      const sent = await sendOrder(stage, {
        types: ['Escaneo Intraoral'],
        patient_email: emailOf('patientA'),
        ...given,
      })
      const ids = sent.map(({ request_id }) => request_id)
      return {
        id: sent[0]?.id ?? '',
        states: await stage.owner('select status from public.study_requests where id = any ($1)', [ids]),
        links: await stage.owner(
          `select patient_id::text as patient, doctor_id::text as doctor, made_by
           from public.cita_links where request_id = any ($1)`,
          [ids],
        ),
        mails: (await take(stage)).filter(({ kind }) => kind === 'elige_horario'),
        of: await stage.owner('select patient_id from public.orders where sending_id = $1', [
          sending().sending_id,
        ]),
      }
    }
    const accepted = { status: 'aceptada' }

    it('mail the patient at once the link that chooses an hour', async () => {
      const found = await as('dentist', (stage) => send(stage))
      expect(found.states).toEqual([accepted])
      expect(found.links).toEqual([{ patient: people.patientA, doctor: people.doctorA, made_by: null }])
      expect(found.mails).toEqual([
        expect.objectContaining({ to: emailOf('patientA'), token: expect.any(String) }),
      ])
    })

    it('give the dentist no token, and nobody’s study, until the patient chose', async () => {
      const found = await as('dentist', async (stage) => {
        const { id, mails, of } = await send(stage)
        const token = await refusal(stage, 'select public.order_link($1)', [id])
        const study = await uploadStudy(stage)
        const before = await recipientsOf(stage, study)
        await stage.become(anonymous)
        await call(stage, 'select public.book_by_link($1, $2, $3) as value', [
          mails[0]?.token,
          soonMonday,
          '11:00',
        ])
        return {
          of,
          token,
          before,
          after: await recipientsOf(stage, await uploadStudy(stage, { id: uuid('9066', 2) })),
        }
      })
      expect(found.of).toEqual([{ patient_id: null }])
      expect(found.token).toEqual(['PT409', 'La clínica todavía no ha abierto los horarios de esta orden.'])
      expect(found.before).toEqual([])
      expect(found.after).toEqual([expect.objectContaining({ dentist: people.dentist, ended: false })])
    })

    it.each<[string, Record<string, unknown>, Record<string, unknown>, number]>([
      ['of several kinds', { types: ['Escaneo Intraoral', 'Radiografía Panorámica'] }, {}, 2],
      ['without an e-mail', { patient_email: null }, {}, 1],
      ['in another name', { patient_name: 'Otra Persona' }, {}, 1],
      ['where patients do not choose', {}, { self_booking: false }, 1],
    ])('are accepted without a link %s', async (_, given, settings, kinds) => {
      const found = await as('dentist', (stage) => send(stage, given, settings))
      expect([found.states, found.links, found.mails]).toEqual([Array(kinds).fill(accepted), [], []])
    })

    it('wait as ever where the setting is off, and those by a card always', async () => {
      const found = await as('dentist', async (stage) => {
        const off = await send(stage, {}, { accept_orders: false })
        await stage.owner(
          `update private.app_settings set value = '{"accept_orders": true}' where key = 'agenda'`,
        )
        const [{ code } = {}] = await stage.owner('select code from public.dentists where id = $1', [
          people.dentist,
        ])
        await stage.become(anonymous)
        await call(stage, 'select public.request_by_code($1, $2, true) as value', [
          code,
          {
            patient_name: 'Ana',
            patient_email: 'ana@fuera.test',
            patient_phone: '962 111 0000',
            study_type: 'Escaneo Intraoral',
            submission_id: uuid('9064', 7),
          },
        ])
        const card = await stage.owner('select status from public.study_requests where submission_id = $1', [
          uuid('9064', 7),
        ])
        return [off.states, off.links, card]
      })
      expect(found).toEqual([[{ status: 'pendiente' }], [], [{ status: 'pendiente' }]])
    })

    it('are chosen with the only doctor of the patient or of the clinic, else by the clinic', async () => {
      const found = await as('admin', async (stage) => {
        const doctor = async () =>
          (await stage.owner('select private.doctor_to_choose($1)::text as id', [people.patientA]))[0]?.id
        const link = (id: string) => stage.owner('select private.link($1, $2)', [id, people.patientA])
        await stage.owner('delete from private.doctor_patients where patient_id = $1', [people.patientA])
        const ofNone = await doctor()
        await link(people.doctorB)
        const ofOne = await doctor()
        await link(people.doctorA)
        const ofTwo = await doctor()
        await stage.owner('delete from private.doctor_patients where patient_id = $1', [people.patientA])
        await stage.owner(
          `update private.account_state set closed_at = now()
           where user_id in (select id from public.profiles where role = 'doctor' and id <> $1)`,
          [people.doctorB],
        )
        return { ofNone, ofOne, ofTwo, ofClinic: await doctor() }
      })
      expect(found).toEqual({
        ofNone: null,
        ofOne: people.doctorB,
        ofTwo: null,
        ofClinic: people.doctorB,
      })
    })
  })

  describe('cancel_order', () => {
    it('takes back an order and its request, once', async () => {
      const found = await as('dentist', async (stage) => {
        const cancel = () => refusal(stage, 'select public.cancel_order($1)', [orders.waiting])
        const first = await cancel()
        const request = await stage.owner('select status from public.study_requests where id = $1', [
          orderRequests.waiting,
        ])
        const lines = (await trail(stage)).map((line) => line.action)
        await stage.owner(`update public.orders set cancelled_at = '2026-01-01' where id = $1`, [
          orders.waiting,
        ])
        const again = (await cancel())[0]
        const kept = await stage.owner(
          `select cancelled_at = '2026-01-01' as kept from public.orders where id = $1`,
          [orders.waiting],
        )
        return { first: first[0], again, kept, request, lines }
      })
      expect(found).toEqual({
        first: 'done',
        again: 'done',
        kept: [{ kept: true }],
        request: [{ status: 'rechazada' }],
        lines: ['cancel'],
      })
    })

    it('not one that is booked, or of which there is a study', async () => {
      const found = await as('dentist', async (stage) => {
        const [sent] = await sendOrder(stage)
        await book(stage, Number(sent?.request_id))
        await stage.become(identityOf('dentist'))
        return [
          await refusal(stage, 'select public.cancel_order($1)', [sent?.id]),
          await refusal(stage, 'select public.cancel_order($1)', [orders.A]),
        ]
      })
      expect(found).toEqual([
        ['PT409', 'Esta orden ya tiene una cita. Llama a la clínica para cancelarla.'],
        ['PT409', 'Esta orden ya tiene un estudio.'],
      ])
    })

    it.each(callers.filter((caller) => caller !== 'dentist'))('not by %s', async (caller) => {
      const { outcome } = await as(caller, (stage) =>
        stage.attempt('select public.cancel_order($1)', [orders.waiting]),
      )
      expect(outcome).toBe(caller === 'anonymous' ? nobody : 'rule')
    })
  })

  describe('order_link', () => {
    const choice = async (stage: Stage) => {
      const [sent] = await sendOrder(stage, {
        patient_email: emailOf('patientA'),
        types: ['Escaneo Intraoral'],
      })
      await stage.become(identityOf('admin'))
      const { message } = await stage.attempt('select public.send_choice($1, $2, $3)', [
        sent?.request_id,
        people.doctorA,
        'copia',
      ])
      if (message) throw new Error(message)
      await stage.become(identityOf('dentist'))
      return String(sent?.id)
    }
    const ask = (stage: Stage, id: string) => stage.attempt('select public.order_link($1) as value', [id])

    it('waits for the clinic', async () => {
      const found = await as('dentist', async (stage) => {
        const before = await refusal(stage, 'select public.order_link($1)', [orders.waiting])
        const id = await choice(stage)
        const line = await lineOf(stage, id)
        return { before, link: line?.link, state: line?.state, after: (await ask(stage, id)).outcome }
      })
      expect(found).toEqual({
        before: ['PT409', 'La clínica todavía no ha abierto los horarios de esta orden.'],
        link: true,
        state: 'aceptada',
        after: 'done',
      })
    })

    it('opens the page that says who receives, stops it, and does not share again', async () => {
      const found = await as('dentist', async (stage) => {
        const id = await choice(stage)
        const [row] = (await ask(stage, id)).rows as { value: { token: string } }[]
        await stage.become(anonymous)
        const token = row?.value.token
        const page = () => call(stage, `select public.cita_link($1) -> 'receiver' as value`, [token])
        const set = (shared: boolean) =>
          call(stage, `select public.set_sharing_by_link($1, $2) ->> 'outcome' as value`, [token, shared])
        const before = await page()
        const stopped = await set(false)
        const after = await page()
        const again = await set(true)
        await stage.become(identityOf('admin'))
        const [link] = await stage.owner(
          'select id::text from public.cita_links where request_id = (select request_id from public.orders where id = $1)',
          [id],
        )
        const [{ token: own } = {}] = await stage.owner(
          `select private.give_link_token($1, 'whatsapp') as token`,
          [link?.id],
        )
        await stage.become(anonymous)
        const byPatient = await call(
          stage,
          `select public.set_sharing_by_link($1, true) ->> 'outcome' as value`,
          [own],
        )
        const lines = (await trail(stage)).map(({ action, patient, actor }) => [action, patient, actor])
        return { before, stopped, after, again, byPatient, shared: await page(), lines }
      })
      expect(found).toEqual({
        before: [{ name: 'Nombre dentist', shared: true }],
        stopped: ['unshared'],
        after: [{ name: 'Nombre dentist', shared: false }],
        again: ['portal'],
        byPatient: ['shared'],
        shared: [{ name: 'Nombre dentist', shared: true }],
        lines: [
          ['send', null, people.dentist],
          ['stop', people.patientA, null],
          ['resume', people.patientA, null],
        ],
      })
    })

    it('an appointment without an order says nobody, and stops nothing', async () => {
      const found = await as('doctorA', async (stage) => {
        const [{ token } = {}] = await stage.owner(
          `select private.give_link_token(l.id, 'copia') as token from public.cita_links l where l.patient_id = $1 limit 1`,
          [people.patientA],
        )
        await stage.become(anonymous)
        return [
          await call(stage, `select public.cita_link($1) -> 'receiver' as value`, [token]),
          await call(stage, `select public.set_sharing_by_link($1, false) ->> 'outcome' as value`, [token]),
        ]
      })
      expect(found).toEqual([[null], ['final']])
    })

    it('ends with the booking, and with taking back', async () => {
      const found = await as('dentist', async (stage) => {
        const id = await choice(stage)
        await stage.attempt('select public.cancel_order($1)', [id])
        return (await ask(stage, id)).outcome
      })
      expect(found).toBe('PT409')
    })
  })

  it.each(callers)('see_order by %s', async (caller) => {
    const found = await as(caller, async (stage) => {
      const { outcome } = await stage.attempt('select public.see_order($1)', [orders.waiting])
      await stage.owner(
        `update public.orders set seen_by_clinic_at = '2026-01-01' where seen_by_clinic_at is not null`,
      )
      await stage.attempt('select public.see_order($1)', [orders.waiting])
      const unknown = (await stage.attempt('select public.see_order($1)', [studies.A])).outcome
      const rows = await stage.owner(
        `select seen_by_clinic_at = '2026-01-01' as kept from public.orders where id = $1`,
        [orders.waiting],
      )
      return [outcome, unknown, rows[0]?.kept]
    })
    const refused = caller === 'anonymous' ? nobody : 'rule'
    expect(found).toEqual(doctors.includes(caller) ? ['done', 'PT404', true] : [refused, refused, null])
  })

  describe('a new study', () => {
    const accepted = async (stage: Stage, given: Record<string, unknown> = {}) => {
      const sent = await sendOrder(stage, { types: ['Escaneo Intraoral'], ...given })
      await book(stage, Number(sent[0]?.request_id))
      return sent
    }

    it('goes to the dentist of the one order of its kind, for 24 months from its day', async () => {
      const found = await as('dentist', async (stage) => {
        const [sent] = await accepted(stage)
        const study = await uploadStudy(stage)
        const until = await stage.owner(
          `select until = private.slot_moment((s.study_date + interval '24 months')::date, null) as right
           from public.study_recipients r join public.studies s on s.id = r.study_id where s.id = $1`,
          [study],
        )
        await stage.become(identityOf('dentist'))
        const read = (await stage.attempt('select from public.studies where id = $1', [study])).outcome
        const after = await trail(stage)
        return { sent, to: await recipientsOf(stage, study), until, read, last: after.at(-1), study }
      })
      expect(found.to).toEqual([{ dentist: people.dentist, order: found.sent?.id, ended: false, by: null }])
      expect([found.until, found.read]).toEqual([[{ right: true }], 'done'])
      expect(found.last).toEqual({
        subject: 'study_recipients',
        action: 'add',
        row_id: found.study,
        actor: people.admin,
        patient: people.patientA,
      })
    })

    it.each<[string, (stage: Stage, id: string, request: number) => Promise<unknown>]>([
      ['another kind', () => Promise.resolve()],
      [
        'an order that was taken back',
        (stage, id) => stage.owner('update public.orders set cancelled_at = now() where id = $1', [id]),
      ],
      [
        'an order that the patient stopped',
        (stage, id) => stage.owner('update public.orders set stopped_at = now() where id = $1', [id]),
      ],
      [
        'a cancelled appointment',
        (stage, _id, request) =>
          stage.owner(`update public.citas set status = 'cancelada' where request_id = $1`, [request]),
      ],
      [
        'a rejected request',
        async (stage, _id, request) => {
          await stage.owner(`delete from public.citas where request_id = $1`, [request])
          await stage.owner(`update public.study_requests set status = 'rechazada' where id = $1`, [request])
        },
      ],
      [
        'a request that nobody accepted',
        async (stage, _id, request) => {
          await stage.owner(`delete from public.citas where request_id = $1`, [request])
          await stage.owner(`update public.study_requests set status = 'pendiente' where id = $1`, [request])
        },
      ],
      ['an order that has a study', (stage) => uploadStudy(stage, { id: uuid('9066', 2) })],
      [
        'two orders that wait',
        async (stage) => {
          await stage.become(identityOf('dentist'))
          const [sent] = await sendOrder(stage, { sending_id: uuid('9064', 3), types: ['Escaneo Intraoral'] })
          await book(stage, Number(sent?.request_id), { id: uuid('9065', 3), at: '11:00' })
        },
      ],
      [
        'an account that was closed',
        (stage) => stage.owner('select private.close_account($1)', [people.dentist]),
      ],
      ['another patient', () => Promise.resolve()],
    ])('goes to nobody by %s', async (what, change) => {
      const found = await as('dentist', async (stage) => {
        const [sent] = await accepted(stage)
        await change(stage, String(sent?.id), Number(sent?.request_id))
        const study = await uploadStudy(stage, {
          type: what === 'another kind' ? 'Radiografía Panorámica' : 'Escaneo Intraoral',
          patient: what === 'another patient' ? people.patientB : people.patientA,
        })
        return recipientsOf(stage, study)
      })
      expect(found).toEqual([])
    })

    it('an order that was sent together waits for the clinic to accept it', async () => {
      const found = await as('dentist', async (stage) => {
        const sent = await accepted(stage, { types: ['Escaneo Intraoral', 'Radiografía Panorámica'] })
        await stage.become(identityOf('doctorA'))
        const offered = await call(stage, 'select public.open_orders($1, $2) as value', [
          people.patientA,
          'Radiografía Panorámica',
        ])
        const study = await uploadStudy(stage, { type: 'Radiografía Panorámica' })
        return { sent, offered, to: await recipientsOf(stage, study) }
      })
      expect(found.offered).toEqual([
        [
          {
            order_id: found.sent[1]?.id,
            dentist_id: people.dentist,
            name: 'Nombre dentist',
            teeth: [11, 36, 48],
            areas: ['atm'],
            question: '¿Raíz fracturada?',
          },
        ],
      ])
      expect(found.to).toEqual([])
    })

    it('of a machine goes to the order of its appointment, and to no other', async () => {
      const found = await as('dentist', async (stage) => {
        const [sent] = await accepted(stage)
        await stage.become(asOtherDentist)
        const [rival] = await sendOrder(stage, { sending_id: uuid('9064', 3), types: ['Escaneo Intraoral'] })
        const cita = await book(stage, Number(rival?.request_id), { id: uuid('9065', 3), at: '11:00' })
        const arrive = async (id: string, appointment: string | null) => {
          await stage.owner(
            `insert into public.arrivals (id, study_uid, state, completed_at, path) values ($1, $2, 'complete', now(), $3)`,
            [id, id, `${people.patientA}/${id}/DICOM.zip`],
          )
          const [row] = await stage.owner(
            `select private.file_arrival(a, $2, $3, 'Escaneo Intraoral', $4)::text as study from public.arrivals a where a.id = $1`,
            [id, people.patientA, people.doctorA, appointment],
          )
          return (await recipientsOf(stage, String(row?.study))).map((to) => to.order)
        }
        return {
          own: sent?.id,
          rival: rival?.id,
          byCita: await arrive(uuid('9069', 1), cita),
          // One that came after it, of the same appointment.
          later: await arrive(uuid('9069', 2), cita),
          // The other order waits alone now.
          alone: await arrive(uuid('9069', 3), null),
          none: await arrive(uuid('9069', 4), null),
        }
      })
      expect(found).toEqual({
        own: found.own,
        rival: found.rival,
        byCita: [found.rival],
        later: [found.rival],
        alone: [found.own],
        none: [],
      })
    })

    it('of a machine does not go again to whom it was stopped', async () => {
      const found = await as('admin', async (stage) => {
        const cita = uuid('9065', 4)
        await stage.owner(
          `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type, request_id)
           values ($1, $2, $3, '2099-01-12', '12:00', 'Escaneo Intraoral', $4)`,
          [cita, people.patientA, people.doctorA, orderRequests.A],
        )
        await stage.owner('update public.study_recipients set ended_at = now() where study_id = $1', [
          studies.A,
        ])
        const study = await uploadStudy(stage, { type: 'Otro' })
        await stage.owner('select private.join_order($1, $2)', [study, cita])
        return recipientsOf(stage, study)
      })
      expect(found).toEqual([])
    })

    it('follows its day, and leaves the dentist with its patient', async () => {
      const found = await as('admin', async (stage) => {
        const study = await uploadStudy(stage, { patient: people.patientB })
        await stage.attempt('select public.deliver_study($1, $2)', [study, otherDentist])
        await stage.owner(
          `update public.studies set study_date = private.clinic_today() - 700 where id = $1`,
          [study],
        )
        const until = await stage.owner(
          `select until = private.received_until(private.clinic_today() - 700) as right from public.study_recipients where study_id = $1`,
          [study],
        )
        const before = await recipientsOf(stage, study)
        await stage.owner(
          'update public.studies set patient_id = $1, file_url = null, file_name = null where id = $2',
          [people.patientA, study],
        )
        return {
          until,
          before: before.length,
          after: await recipientsOf(stage, study),
          last: (await trail(stage)).at(-1)?.action,
        }
      })
      expect(found).toEqual({ until: [{ right: true }], before: 1, after: [], last: 'end' })
    })
  })

  it('a booking completes the e-mail that the dentist did not know, whoever books', async () => {
    const found = await as('dentist', async (stage) => {
      const [sent] = await sendOrder(stage)
      await stage.become(identityOf('doctorA'))
      const booked = await stage.attempt(
        `select public.book_cita($1, $2, $3, '2099-01-12', '10:00', 'Escaneo Intraoral', $4)`,
        [uuid('9065', 1), people.patientA, people.doctorA, sent?.request_id],
      )
      const rows = await stage.owner(
        `select r.patient_email, o.patient_id::text as patient from public.orders o join public.study_requests r on r.id = o.request_id
         where o.sending_id = $1 order by r.id`,
        [sending().sending_id],
      )
      return { booked: booked.message, rows }
    })
    expect(found).toEqual({
      booked: '',
      rows: Array(2).fill({ patient_email: emailOf('patientA'), patient: people.patientA }),
    })
  })

  describe('deliver_study', () => {
    const deliver = (
      stage: Stage,
      study: string,
      dentist: string = people.dentist,
      order: string | null = null,
    ) => refusal(stage, 'select public.deliver_study($1, $2, $3)', [study, dentist, order])

    it.each(callers)('by %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        const [outcome] = await deliver(stage, studies.A, otherDentist)
        return [outcome, (await recipientsOf(stage, studies.A)).length]
      })
      const may = ['doctorA', 'factorPassed', 'admin', 'mainAdmin'].includes(caller)
      expect(found).toEqual(may ? ['done', 2] : [caller === 'anonymous' ? nobody : 'PT404', 1])
    })

    it('not by its author who is not linked to the patient any more', async () => {
      expect((await as('doctorA', (stage) => deliver(stage, studies.ofFormerDoctor)))[0]).toBe('rule')
    })

    it.each<[string, string, string, string | null, [string, string]]>([
      [
        'to a patient',
        studies.A,
        people.patientA,
        null,
        ['PT400', 'Dentista: elige un dentista de la lista.'],
      ],
      [
        'by an order of another dentist',
        studies.B,
        people.dentist,
        orders.B,
        ['PT400', 'Orden: elige una de ese dentista y de ese paciente.'],
      ],
      [
        'by an order of another patient',
        studies.B,
        people.dentist,
        orders.A,
        ['PT400', 'Orden: elige una de ese dentista y de ese paciente.'],
      ],
      [
        'that the patient stopped',
        studies.ofFactorDoctor,
        people.dentist,
        null,
        ['PT409', 'El paciente dejó de compartir con ese dentista. Solo el paciente puede volver a hacerlo.'],
      ],
      [
        'by hand of a patient who stopped another one',
        studies.ofClosedDoctor,
        people.dentist,
        null,
        ['PT409', 'El paciente dejó de compartir con ese dentista. Solo el paciente puede volver a hacerlo.'],
      ],
      [
        'that is nobody’s',
        uuid('9002', 77),
        people.dentist,
        null,
        ['PT404', 'No se pudo encontrar el estudio.'],
      ],
    ])('%s is refused', async (_what, study, dentist, order, expected) => {
      expect(await as('admin', (stage) => deliver(stage, study, dentist, order))).toEqual(expected)
    })

    it('by an order is possible for another study of who stopped one', async () => {
      const found = await as('admin', async (stage) => {
        const outcome = (await deliver(stage, studies.ofClosedDoctor, people.dentist, orders.A))[0]
        await stage.owner('update public.orders set stopped_at = now() where id = $1', [orders.A])
        return [outcome, (await deliver(stage, studies.ofClosedDoctor, people.dentist, orders.A))[0]]
      })
      expect(found).toEqual(['done', 'PT409'])
    })

    it('to a closed account, and after 24 months, is refused', async () => {
      const found = await as('admin', async (stage) => {
        await stage.owner(
          `update public.studies set study_date = private.clinic_today() - interval '24 months' where id = $1`,
          [studies.B],
        )
        const old = await deliver(stage, studies.B)
        await stage.owner('select private.close_account($1)', [otherDentist])
        return [old, await deliver(stage, studies.A, otherDentist)]
      })
      expect(found).toEqual([
        ['PT409', 'Este estudio tiene más de 24 meses: ya no se entrega a dentistas.'],
        ['PT400', 'Dentista: elige un dentista de la lista.'],
      ])
    })

    it('lets one receive again what the clinic ended, and says so in the trail', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.attempt('select public.set_sharing($1, $2, false)', [people.dentist, studies.A])
        const ended = await recipientsOf(stage, studies.A)
        await deliver(stage, studies.A)
        return {
          ended,
          after: await recipientsOf(stage, studies.A),
          lines: (await trail(stage)).map((line) => line.action),
        }
      })
      expect(found).toEqual({
        ended: [{ dentist: people.dentist, order: orders.A, ended: true, by: people.doctorA }],
        after: [{ dentist: people.dentist, order: orders.A, ended: false, by: null }],
        lines: ['end', 'add'],
      })
    })
  })

  it.each(callers)('open_orders of a patient by %s', async (caller) => {
    const { outcome } = await as(caller, (stage) =>
      stage.attempt('select public.open_orders($1, $2)', [people.patientA, 'Escaneo Intraoral']),
    )
    const may = ['doctorA', 'factorPassed', 'admin', 'mainAdmin'].includes(caller)
    expect(outcome).toBe(may ? 'done' : caller === 'anonymous' ? nobody : 'PT404')
  })

  describe('the mail that images are ready', () => {
    /** What goes to the dentist in a round at that moment (SQL). */
    const mails = async (stage: Stage, at?: string) =>
      (await take(stage, at)).filter(({ to }) => to === emailOf('dentist'))
    const initials = async (stage: Stage, at?: string) =>
      (await mails(stage, at)).map((mail) => mail.initials)
    const deliver = async (stage: Stage, study: string, to: string = people.dentist) =>
      expect((await stage.attempt('select public.deliver_study($1, $2)', [study, to])).outcome).toBe('done')
    const asAdmin = <T>(run: (stage: Stage) => Promise<T>) =>
      as('admin', async (stage) => {
        await mailOn(stage)
        // What patient A stopped, after which nothing new is delivered.
        await stage.owner('delete from public.study_recipients where study_id = $1', [studies.ofFactorDoctor])
        await stage.owner(`update public.profiles set full_name = 'Rosa María Ruiz' where id = $1`, [
          people.patientA,
        ])
        await stage.owner(`update public.profiles set full_name = 'Tomás Díaz' where id = $1`, [
          people.patientB,
        ])
        return run(stage)
      })

    it('says of whom by initials, and the sender learns nothing else', async () => {
      const found = await asAdmin(async (stage) => {
        await deliver(stage, await uploadStudy(stage))
        // Of another dentist's two the later one still waits.
        for (const at of [1, 2]) {
          const another = await uploadStudy(stage, { id: uuid('9067', at), patient: people.patientB })
          await deliver(stage, another, otherDentist)
        }
        return mails(stage)
      })
      expect(found).toEqual([
        { id: expect.any(String), kind: 'resultado', to: emailOf('dentist'), initials: ['R. M. R.'] },
      ])
    })

    it('waits until there is a file, and is one', async () => {
      const found = await asAdmin(async (stage) => {
        const study = await uploadStudy(stage, { file: false })
        await deliver(stage, study)
        const without = await initials(stage)
        await stage.attempt(`update public.studies set file_url = 'https://archivos.test/2' where id = $1`, [
          study,
        ])
        return [without, await initials(stage)]
      })
      expect(found).toEqual([[], [['R. M. R.']]])
    })

    it('comes of an order by itself', async () => {
      const found = await asAdmin(async (stage) => {
        await stage.become(identityOf('dentist'))
        const [sent] = await sendOrder(stage, { types: ['Escaneo Intraoral'] })
        await book(stage, Number(sent?.request_id))
        await uploadStudy(stage)
        return initials(stage)
      })
      expect(found).toEqual([['R. M. R.']])
    })

    it('goes at once, then not for 15 minutes, with all that came', async () => {
      const found = await asAdmin(async (stage) => {
        const upload = async (at: number, patient: string) =>
          deliver(stage, await uploadStudy(stage, { id: uuid('9067', at), patient }))
        await upload(1, people.patientA)
        const [first] = (await mails(stage)) as [Taken]
        // Comes while the mail is on its way, so it is not in it.
        await upload(2, people.patientB)
        await stage.owner(
          `update public.messages set due_at = now() + interval '1 second' where study_id = $1 and state = 'pendiente'`,
          [uuid('9067', 2)],
        )
        await settle(stage, first.id, 'enviado', `now() + interval '2 seconds'`)
        await upload(3, people.patientA)
        return {
          first: first.initials,
          soon: await initials(stage, `now() + interval '15 minutes'`),
          later: await initials(stage, `now() + interval '15 minutes 2 seconds'`),
        }
      })
      expect(found).toEqual({ first: ['R. M. R.'], soon: [], later: [['R. M. R.', 'T. D.']] })
    })

    it.each<[string, (stage: Stage, study: string) => Promise<unknown>]>([
      [
        'wants none',
        (stage) =>
          stage.owner('update public.profiles set wants_mail = false where id = $1', [people.dentist]),
      ],
      [
        'receives the study no more',
        async (stage, study) => {
          await stage.become(identityOf('patientA'))
          await stage.attempt('select public.set_sharing($1, $2, false)', [people.dentist, study])
        },
      ],
      ['is closed', (stage) => stage.attempt('select public.close_dentist($1)', [people.dentist])],
    ])('not to a dentist who %s', async (_, change) => {
      const found = await asAdmin(async (stage) => {
        const study = await uploadStudy(stage)
        await deliver(stage, study)
        await change(stage, study)
        return initials(stage)
      })
      expect(found).toEqual([])
    })
  })

  describe('set_sharing', () => {
    const set = (stage: Stage, dentist: string, study: string | null, shared: boolean | null) =>
      refusal(stage, 'select public.set_sharing($1, $2, $3)', [dentist, study, shared])

    it.each(callers)('of study A by %s', async (caller) => {
      const found = await as(caller, async (stage) => {
        const [outcome] = await set(stage, people.dentist, studies.A, false)
        return [outcome, (await recipientsOf(stage, studies.A))[0]?.ended]
      })
      const may = ['patientA', 'doctorA', 'factorPassed', 'admin', 'mainAdmin'].includes(caller)
      const unheard = [
        'newPatient',
        'newAdmin',
        'closedPatient',
        'closedDoctor',
        'erased',
        'factorDue',
      ].includes(caller)
      expect(found).toEqual(
        may ? ['done', true] : [caller === 'anonymous' ? nobody : unheard ? 'rule' : 'PT404', false],
      )
    })

    it('of all by the patient ends and renews studies and what will be taken, of oneself alone', async () => {
      const found = await as('patientA', async (stage) => {
        await stage.owner(`insert into public.study_recipients (study_id, dentist_id) values ($1, $2)`, [
          studies.B,
          people.dentist,
        ])
        const read = () =>
          stage.owner(
            `select (select jsonb_object_agg(s.patient_id, r.ended_at is not null) from public.study_recipients r
               join public.studies s on s.id = r.study_id where r.dentist_id = $1 and s.id in ($2, $3)) as studies,
             (select stopped_at is not null from public.orders where id = $4) as stopped`,
            [people.dentist, studies.A, studies.B, orders.A],
          )
        await set(stage, people.dentist, null, false)
        const ended = await read()
        await set(stage, people.dentist, null, true)
        return [ended, await read()]
      })
      expect(found).toEqual([
        [{ studies: { [people.patientA]: true, [people.patientB]: false }, stopped: true }],
        [{ studies: { [people.patientA]: false, [people.patientB]: false }, stopped: false }],
      ])
    })

    it('by a patient of one study ends that one', async () => {
      const found = await as('patientA', async (stage) => {
        await set(stage, people.dentist, studies.ofFactorDoctor, true)
        await set(stage, people.dentist, studies.A, false)
        return [
          (await recipientsOf(stage, studies.A))[0]?.ended,
          (await recipientsOf(stage, studies.ofFactorDoctor))[0]?.ended,
        ]
      })
      expect(found).toEqual([true, false])
    })

    it.each<[string, Caller, string, string | null, boolean | null, string]>([
      ['what was never given', 'patientA', people.dentist, studies.ofClosedDoctor, true, 'PT404'],
      ['with somebody unknown', 'patientA', otherDentist, null, true, 'PT404'],
      ['nothing said', 'patientA', people.dentist, studies.A, null, 'PT400'],
      [
        'again what the patient stopped, by a doctor',
        'factorPassed',
        people.dentist,
        studies.ofFactorDoctor,
        true,
        'PT409',
      ],
      ['all, by a doctor', 'doctorA', people.dentist, null, false, 'PT404'],
    ])('%s is refused', async (_what, caller, dentist, study, shared, expected) => {
      expect((await as(caller, (stage) => set(stage, dentist, study, shared)))[0]).toBe(expected)
    })
  })

  describe('who_receives', () => {
    it.each(callers)('by %s', async (caller) => {
      const found = await as(caller, (stage) => call(stage, 'select public.who_receives() as value'))
      const names = Array.isArray(found) ? (found[0] as { name: string }[]).map((row) => row.name) : found
      const unheard = [
        'newPatient',
        'newAdmin',
        'closedPatient',
        'closedDoctor',
        'erased',
        'factorDue',
      ].includes(caller)
      const expected: Partial<Record<Caller, string[]>> = {
        patientA: ['Nombre dentist'],
        patientB: ['Dra. Otra', 'Nombre dentist'],
        liar: ['Dra. Otra', 'Nombre dentist'],
      }
      expect(names).toEqual(caller === 'anonymous' ? nobody : unheard ? 'rule' : (expected[caller] ?? []))
    })

    it('says which studies, since when, and what is still to come', async () => {
      const found = await as('dentist', async (stage) => {
        const [sent] = await sendOrder(stage, { types: ['Escaneo Intraoral'] })
        await book(stage, Number(sent?.request_id))
        await stage.become(identityOf('patientA'))
        const before = await call(stage, 'select public.who_receives() as value')
        await stage.attempt('select public.set_sharing($1, null, false)', [people.dentist])
        const [after] = (await call(stage, 'select public.who_receives() as value')) as Line[][]
        await stage.owner('select private.close_account($1)', [people.dentist])
        return {
          before,
          after: after?.map((row) => [row.shared, row.orders]),
          closed: await call(stage, 'select public.who_receives() as value'),
        }
      })
      const [given] = found.before as Line[][]
      expect(given).toEqual([
        {
          dentist_id: people.dentist,
          name: 'Nombre dentist',
          practice: 'Dental Ruiz',
          since: expect.any(String),
          shared: true,
          orders: 1,
          studies: expect.arrayContaining([
            { id: studies.A, study_type: 'Escaneo Intraoral', study_date: expect.any(String), shared: true },
            {
              id: studies.ofFactorDoctor,
              study_type: 'Escaneo Intraoral',
              study_date: expect.any(String),
              shared: false,
            },
          ]),
        },
      ])
      expect([found.after, found.closed]).toEqual([[[false, 1]], [[]]])
    })
  })

  describe('the code of a card', () => {
    const codeOf = async (stage: Stage, dentist: string = people.dentist) =>
      String((await stage.owner('select code from public.dentists where id = $1', [dentist]))[0]?.code)
    const filled = (given: Record<string, unknown> = {}) => ({
      patient_name: 'Nombre patientA',
      patient_email: 'Patienta@clinica.test',
      patient_phone: '9621110000',
      patient_age: 34,
      study_type: 'Escaneo Intraoral',
      notes: 'Duele',
      tentative_date: null,
      privacy_version: '2026-11',
      submission_id: uuid('9064', 7),
      ...given,
    })
    const ask = (stage: Stage, code: string, consent: boolean | null, given: Record<string, unknown> = {}) =>
      stage.attempt('select public.request_by_code($1, $2, $3) as value', [code, filled(given), consent])

    it.each(callers)('tells %s whose it is', async (caller) => {
      const found = await as(caller, async (stage) => {
        const code = await codeOf(stage)
        return [
          await call(stage, 'select public.practice_of_code($1) as value', [` ${code.toLowerCase()} `]),
          await call(stage, 'select public.practice_of_code($1) as value', ['222222']),
        ]
      })
      expect(found).toEqual([[{ name: 'Nombre dentist', practice: 'Dental Ruiz' }], [null]])
    })

    it.each(callers)('takes a request of %s', async (caller) => {
      expect((await as(caller, async (stage) => ask(stage, await codeOf(stage), true))).outcome).toBe('done')
    })

    // Acceptance row 6.
    it.each([
      [true, 'done'],
      [false, 'nothing'],
      [null, 'nothing'],
    ])('with the box ticked %s gives access to what is taken: %s', async (consent, read) => {
      const found = await as('anonymous', async (stage) => {
        const { rows } = await ask(stage, await codeOf(stage), consent)
        const [request] = await stage.owner(
          `select id, referring_doctor, is_order, notes, patient_email, privacy_accepted_at is not null as privacy
           from public.study_requests where submission_id = $1`,
          [uuid('9064', 7)],
        )
        const made = await stage.owner(
          'select dentist_id::text as dentist, to_json(teeth) as teeth, to_json(deliver) as deliver from public.orders where request_id = $1',
          [request?.id],
        )
        await book(stage, Number(request?.id))
        const study = await uploadStudy(stage)
        await stage.become(identityOf('dentist'))
        const listed = (await lines(stage)).rows.some((row) => row.study_id === study)
        return {
          receipt: rows[0]?.value,
          request,
          made,
          listed,
          read: (await stage.attempt('select from public.studies where id = $1', [study])).outcome,
        }
      })
      expect(found).toEqual({
        receipt: { folio: Number(found.request?.id), code: expect.stringMatching(/^[2-9A-Z]{8}$/) },
        request: {
          id: found.request?.id,
          referring_doctor: 'Nombre dentist',
          is_order: consent === true,
          notes: 'Duele',
          patient_email: emailOf('patientA'),
          privacy: true,
        },
        made: consent ? [{ dentist: people.dentist, teeth: [], deliver: ['portal'] }] : [],
        listed: consent === true,
        read,
      })
    })

    it('sent again is one request, whatever is ticked then', async () => {
      const found = await as('anonymous', async (stage) => {
        const code = await codeOf(stage)
        const first = await ask(stage, code, false)
        const again = await ask(stage, code, true)
        const [{ count } = {}] = await stage.owner(
          'select count(*)::int as count from public.study_requests where submission_id = $1',
          [uuid('9064', 7)],
        )
        const made = await stage.owner('select from public.orders where sending_id = $1', [uuid('9064', 7)])
        return { same: [first.rows, again.rows], count, made }
      })
      expect(found.same[0]).toEqual(found.same[1])
      expect([found.count, found.made]).toEqual([1, []])
    })

    it.each<[string, Record<string, unknown>, string]>([
      ['without an e-mail', { patient_email: '' }, 'PT400'],
      ['with half an e-mail', { patient_email: 'ana' }, 'PT400'],
      ['without a submission', { submission_id: null }, 'PT400'],
      ['of what is not offered', { study_type: 'Resonancia' }, 'PT400'],
      ['without a telephone', { patient_phone: '' }, 'PT400'],
    ])('%s is refused', async (_what, given, expected) => {
      expect(
        (await as('anonymous', async (stage) => ask(stage, await codeOf(stage), true, given))).outcome,
      ).toBe(expected)
    })

    it('of a closed account is nobody’s', async () => {
      const found = await as('anonymous', async (stage) => {
        const code = await codeOf(stage)
        await stage.owner('select private.close_account($1)', [people.dentist])
        const { outcome, message } = await ask(stage, code, true)
        return [await call(stage, 'select public.practice_of_code($1) as value', [code]), outcome, message]
      })
      expect(found).toEqual([[null], 'PT404', 'Este código ya no es de ningún dentista.'])
    })

    it.each([
      [
        'practice_of_code',
        60,
        async (stage: Stage) => (await stage.attempt(`select public.practice_of_code('222222')`)).outcome,
      ],
      ['request_by_code', 60, async (stage: Stage) => (await ask(stage, '222222', true)).outcome],
    ] as const)('%s is counted, %s of one address', async (bucket, most, run) => {
      const found = await as('anonymous', async (stage) => {
        await stage.owner(
          `insert into private.rate_limits (bucket, client, window_start, hits) values ($1, private.client_address(), now(), $2)`,
          [bucket, most],
        )
        return run(stage)
      })
      expect(found).toBe('PT429')
    })
  })

  // Acceptance row 7.
  it('two dentists of one patient do not learn of each other', async () => {
    const found = await as('admin', async (stage) => {
      await stage.attempt('select public.deliver_study($1, $2)', [studies.A, otherDentist])
      const look = async (identity: Identity) => {
        await stage.become(identity)
        const tables = [
          'study_recipients',
          'orders',
          'dentists',
          'profiles',
          'study_shares',
          'study_marks',
          'key_images',
          'study_seen',
        ]
        const seen: string[] = []
        for (const table of tables) {
          const rows = await call(stage, `select t::text as value from public.${table} t`)
          seen.push(...(Array.isArray(rows) ? (rows as string[]) : []))
        }
        seen.push(JSON.stringify(await call(stage, 'select public.my_orders() as value')))
        return seen.join('\n')
      }
      const one = await look(identityOf('dentist'))
      const other = await look(asOtherDentist)
      return {
        both: [one.includes(studies.A), other.includes(studies.A)],
        one: [one.includes(otherDentist), one.includes('Otra')],
        other: [other.includes(people.dentist), other.includes('Nombre dentist')],
      }
    })
    expect(found).toEqual({ both: [true, true], one: [false, false], other: [false, false] })
  })

  // Acceptance row 8.
  const removals: Record<string, (stage: Stage) => Promise<unknown>> = {
    study: (stage) => stage.owner('delete from public.studies where id = $1', [studies.B]),
    request: (stage) => stage.owner('delete from public.study_requests where id = $1', [orderRequests.B]),
    dentist: async (stage) => {
      await stage.owner('delete from public.study_marks where author_id = $1', [otherDentist])
      return stage.owner('delete from auth.users where id = $1', [otherDentist])
    },
    patient: (stage) => stage.owner('select private.close_account($1)', [people.patientB]),
  }
  const orderings = (names: string[]): string[][] =>
    names.length < 2
      ? [names]
      : names.flatMap((name) =>
          orderings(names.filter((other) => other !== name)).map((rest) => [name, ...rest]),
        )
  it.each(orderings(Object.keys(removals)).map((names) => [names.join(', '), names] as const))(
    'removing %s leaves no orphan and no access',
    async (_what, names) => {
      const found = await as(asOtherDentist, async (stage) => {
        // Of study B the report is a draft, which goes with the study.
        const access: unknown[] = []
        for (const name of names) {
          await removals[name]?.(stage)
          access.push((await stage.attempt('select from public.studies where id = $1', [studies.B])).outcome)
        }
        const left = await stage.owner(
          `select (select count(*)::int from public.study_recipients r where r.study_id = $1) as recipients,
             (select count(*)::int from public.orders o where o.dentist_id = $2) as orders,
             (select count(*)::int from public.study_requests q where q.id = $3) as requests`,
          [studies.B, otherDentist, orderRequests.B],
        )
        return { access, left }
      })
      expect(found).toEqual({
        access: names.map(() => 'nothing'),
        left: [{ recipients: 0, orders: 0, requests: 0 }],
      })
    },
  )

  it.each(admins)(
    '%s closes the account of a dentist with orders, who is not erased, and the orders stay',
    async (caller) => {
      const found = await as(caller, async (stage) => {
        await stage.owner('delete from public.study_recipients where dentist_id = $1', [otherDentist])
        await stage.owner('delete from public.study_marks where author_id = $1', [otherDentist])
        const removal = await call(stage, `select public.begin_account_removal($1) ->> 'outcome' as value`, [
          otherDentist,
        ])
        return [
          removal,
          (await stage.owner('select from public.orders where dentist_id = $1', [otherDentist])).length,
        ]
      })
      expect(found).toEqual([['closed'], 2])
    },
  )

  it('a dentist who only receives is not erased either', async () => {
    const found = await as('admin', async (stage) => {
      await stage.owner('delete from public.orders where dentist_id = $1', [otherDentist])
      await stage.owner('delete from public.study_marks where author_id = $1', [otherDentist])
      const erase = await call(stage, `select public.begin_account_removal($1) ->> 'outcome' as value`, [
        otherDentist,
      ])
      await stage.owner('insert into public.study_recipients (study_id, dentist_id) values ($1, $2)', [
        studies.B,
        otherDentist,
      ])
      return [
        erase,
        await call(stage, `select public.begin_account_removal($1) ->> 'outcome' as value`, [otherDentist]),
      ]
    })
    expect(found).toEqual([['erase'], ['closed']])
  })

  it.each<[string, string, string[], string | null]>([
    ['teeth', '{36,37}', [], 'piezas 36 37'],
    [
      'teeth and regions',
      '{11}',
      ['arcada_inferior', 'atm', 'arcada_superior', 'craneo'],
      'piezas 11, arcada superior, arcada inferior, ATM, craneo completo',
    ],
    ['nothing', '{}', [], null],
  ])('a machine is told of %s', async (_what, teeth, areas, expected) => {
    const found = await as('admin', async (stage) => {
      await stage.owner('update public.orders set teeth = $1, areas = $2 where id = $3', [
        teeth,
        `{${areas.join(',')}}`,
        orders.A,
      ])
      return stage.owner('select private.region_of(o) as region from public.orders o where id = $1', [
        orders.A,
      ])
    })
    expect(found).toEqual([{ region: expected }])
  })

  it('the worklist says the region of an ordered appointment', async () => {
    const found = await as('anonymous', async (stage) => {
      await stage.owner(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, request_id)
         values ($1, $2, private.clinic_today(), '12:00', 'Tomografía', $3)`,
        [people.patientA, people.doctorA, orderRequests.A],
      )
      const [{ key } = {}] = await stage.owner(`select private.setting('station_key', null) as key`)
      const [list] = (await call(stage, `select public.station_worklist($1, '{}') as value`, [
        key,
      ])) as Line[][]
      return list?.map((item) => item.region)
    })
    expect(found).toEqual(['piezas 36 37'])
  })
})
