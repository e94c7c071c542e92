import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Booking, book, citaId, seatsAt, trail } from './booking-stage.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, type Person, people } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { appointments, requests, useWorld } from './world.ts'

describe.each(engines())('booking on $name', (engine) => {
  const world = useWorld(engine)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  const booked: Record<Caller, unknown> = {
    ...everyone<unknown>('nothing'),
    anonymous: 'no grant',
    patientA: [null],
    doctorA: [true],
    doctorB: [true],
    factorPassed: [true],
    admin: [true],
    mainAdmin: [true],
  }
  it.each(callers)('the field has_appointment tells %s of one with another doctor', async (caller) => {
    const found = await as(caller, async (stage) => {
      await stage.owner('update public.citas set request_id = $2 where id = $1', [
        appointments.A,
        requests.acceptedA,
      ])
      return stage.attempt(
        'select public.has_appointment(r) as value from public.study_requests r where r.id = $1',
        [requests.acceptedA],
      )
    })
    expect(found.outcome === 'done' ? found.rows.map(({ value }) => value) : found.outcome).toEqual(
      booked[caller],
    )
  })

  describe('book_cita', () => {
    const expected: Record<Caller, string> = {
      ...everyone('rule'),
      anonymous: 'no grant',
      doctorA: 'done',
      admin: 'done',
      mainAdmin: 'done',
    }
    it.each(callers)('with doctor A and patient A by %s', async (caller) => {
      expect((await as(caller, (stage) => book(stage))).outcome).toBe(expected[caller])
    })

    it.each<[string, Caller, Booking, string, string]>([
      [
        'of another doctor',
        'doctorA',
        { patient: 'patientB' },
        'PT400',
        'Paciente: elige un paciente de la lista.',
      ],
      [
        'closed',
        'doctorA',
        { patient: 'closedPatient' },
        'PT400',
        'Paciente: elige un paciente de la lista.',
      ],
      ['a doctor', 'admin', { patient: 'doctorB' }, 'PT400', 'Paciente: elige un paciente de la lista.'],
    ])('refuses a patient who is %s', async (_, caller, booking, outcome, message) => {
      expect(await as(caller, (stage) => book(stage, booking))).toMatchObject({ outcome, message })
    })

    it.each<[string, Booking, string]>([
      ['yesterday', { day: '2020-01-06' }, 'Fecha: elige una fecha de hoy en adelante.'],
      ['off the grid', { at: '09:45' }, 'Hora: elige uno de los horarios de la agenda.'],
      ['outside of the hours', { at: '20:00' }, 'Hora: elige uno de los horarios de la agenda.'],
      ['without a study', { study: ' ' }, 'Tipo de estudio: es un dato obligatorio.'],
      ['with a patient as the doctor', { doctor: 'patientB' }, 'Doctor: elige un doctor de la lista.'],
      ['with a closed doctor', { doctor: 'closedDoctor' }, 'Doctor: elige un doctor de la lista.'],
    ])('refuses an appointment %s', async (_, booking, message) => {
      expect(await as('admin', (stage) => book(stage, booking))).toMatchObject({ outcome: 'PT400', message })
    })

    it('asked again after a lost answer, answers the same row', async () => {
      const found = await as('doctorA', async (stage) => {
        const [first, second] = [await book(stage), await book(stage)]
        return [
          first.rows[0]?.id,
          second.rows[0]?.id,
          (await seatsAt(stage, '09:30')).length,
          await trail(stage),
        ]
      })
      expect(found).toEqual([citaId(1), citaId(1), 1, ['book']])
    })

    it.each<[string, Booking]>([
      ['another day', { day: '2099-01-13' }],
      ['another hour', { at: '10:30' }],
      ['another study', { study: 'Tomografía' }],
      ['another patient', { patient: 'newPatient' }],
      ['a request', { request: requests.acceptedA }],
    ])('refuses the same id with %s, and says what is stored', async (_, other) => {
      const found = await as('doctorA', async (stage) => {
        await book(stage)
        const { outcome, message } = await book(stage, other)
        return [outcome, message]
      })
      expect(found).toEqual([
        'PT409',
        'Esta cita ya quedó guardada: Nombre patientA, Panorámica, el 12/01/2099 a las 09:30. Para cambiarla, ábrela en Citas.',
      ])
    })

    it('names nobody else’s appointment by its id', async () => {
      const found = await as('doctorB', (stage) =>
        book(stage, { id: appointments.A, patient: 'patientB', doctor: 'doctorB' }),
      )
      expect(found).toMatchObject({
        outcome: 'PT409',
        message: 'La cita ya existe. Vuelve a abrir la página.',
      })
    })

    it('refuses the second of two bookings of one slot, by the unique index', async () => {
      const found = await as('admin', async (stage) => {
        await book(stage)
        return book(stage, { id: citaId(2), patient: 'patientB' })
      })
      expect(found).toMatchObject({
        outcome: 'PT409',
        message: 'Ese horario acaba de ocuparse. Elige otro.',
      })
    })
  })

  describe('a request', () => {
    const named = (stage: Stage, request: string, person: Person) =>
      stage.owner(`update public.study_requests set patient_name = $1 where id = $2`, [
        `Nombre ${person}`,
        request,
      ])
    const statusOf = (stage: Stage, request: string) =>
      stage
        .owner('select status from public.study_requests where id = $1', [request])
        .then(([row]) => row?.status)

    it('is accepted, linked and booked in one step', async () => {
      const found = await as('doctorA', async (stage) => {
        await named(stage, requests.B, 'patientB')
        const booked = await book(stage, { patient: 'patientB', request: requests.B })
        const [link] = await stage.owner(
          'select true as linked from private.doctor_patients where doctor_id = $1 and patient_id = $2',
          [people.doctorA, people.patientB],
        )
        return [
          booked.outcome,
          String(booked.rows[0]?.request_id),
          await statusOf(stage, requests.B),
          link?.linked,
        ]
      })
      expect(found).toEqual(['done', requests.B, 'aceptada', true])
    })

    it('of another name gives no patient to a doctor who is not linked', async () => {
      const found = await as('doctorA', async (stage) => [
        (await book(stage, { patient: 'patientB', request: requests.B })).message,
        await statusOf(stage, requests.B),
      ])
      expect(found).toEqual(['Paciente: elige un paciente de la lista.', 'pendiente'])
    })

    it('of a closed account gives nobody to a doctor who is not linked', async () => {
      const found = await as('doctorB', async (stage) => {
        await named(stage, requests.ofClosedPatient, 'closedPatient')
        return book(stage, { patient: 'closedPatient', doctor: 'doctorB', request: requests.ofClosedPatient })
      })
      expect(found.message).toBe('Paciente: elige un paciente de la lista.')
    })

    it('that was booked is not booked again, also by somebody else', async () => {
      const found = await as('admin', async (stage) => {
        await book(stage, { request: requests.A })
        return book(stage, { id: citaId(2), at: '10:00', request: requests.A })
      })
      expect(found).toMatchObject({ outcome: 'PT409', message: 'Esta solicitud ya tiene una cita.' })
    })

    it('is free again once its appointment was cancelled', async () => {
      const found = await as('admin', async (stage) => {
        await book(stage, { request: requests.A })
        await stage.attempt(`update public.citas set status = 'cancelada' where id = $1`, [citaId(1)])
        return book(stage, { id: citaId(2), request: requests.A })
      })
      expect(found.outcome).toBe('done')
    })

    it('that was rejected is not booked, and one with an appointment is not rejected', async () => {
      const found = await as('admin', async (stage) => {
        const rejected = await book(stage, { request: requests.ofFactorDoctor })
        await book(stage, { request: requests.A })
        const reject = `update public.study_requests set status = 'rechazada' where id = $1`
        return [rejected.message, (await stage.attempt(reject, [requests.A])).message]
      })
      expect(found).toEqual([
        'Esta solicitud fue rechazada.',
        'Esta solicitud tiene una cita. Cancélala primero.',
      ])
    })

    it('that does not exist is not found', async () => {
      expect(await as('doctorA', (stage) => book(stage, { request: '99999' }))).toMatchObject({
        outcome: 'PT404',
        message: 'No se pudo encontrar la solicitud.',
      })
    })

    it('that is deleted leaves the appointment', async () => {
      const found = await as('admin', async (stage) => {
        await book(stage, { request: requests.A })
        await stage.attempt('delete from public.study_requests where id = $1', [requests.A])
        return stage.owner('select request_id, status from public.citas where id = $1', [citaId(1)])
      })
      expect(found).toEqual([{ request_id: null, status: 'pendiente' }])
    })
  })

  describe('request_patient', () => {
    const ask = (stage: Stage, request: string) =>
      stage
        .attempt('select public.request_patient($1) as answer', [request])
        .then(({ outcome, rows }) => rows[0]?.answer ?? outcome)

    const offered = { self_booking: true, mail: false, notice_hours: 4 }
    const other = { outcome: 'other_name', id: null, name: null, initials: 'N. P.', ...offered }
    const expected: Record<Caller, unknown> = {
      ...everyone<unknown>('rule'),
      anonymous: 'no grant',
      doctorA: { ...other, id: people.patientA, name: 'Nombre patientA' },
      doctorB: other,
      factorPassed: { ...other, id: people.patientA, name: 'Nombre patientA' },
      admin: { ...other, id: people.patientA, name: 'Nombre patientA' },
      mainAdmin: { ...other, id: people.patientA, name: 'Nombre patientA' },
    }
    it.each(callers)('of a request with the e-mail of patient A and another name by %s', async (caller) => {
      expect(await as(caller, (stage) => ask(stage, requests.A))).toEqual(expected[caller])
    })

    it('knows the same name, somebody new, staff and closed accounts', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(`update public.study_requests set patient_name = 'NOMBRE patientB' where id = $1`, [
          requests.B,
        ])
        return [
          await ask(stage, requests.B),
          await ask(stage, requests.ofStranger),
          await ask(stage, requests.ofFactorDoctor),
          await ask(stage, requests.ofClosedPatient),
          await ask(stage, '99999'),
        ]
      })
      expect(found).toEqual([
        { outcome: 'known', id: people.patientB, name: null, initials: 'N. P.', ...offered },
        { outcome: 'new', ...offered },
        { outcome: 'staff', mail: false, notice_hours: 4 },
        { outcome: 'staff', mail: false, notice_hours: 4 },
        'PT404',
      ])
    })

    it('says whether the patient may choose the hour, and with how much notice it may be changed', async () => {
      const found = await as('admin', async (stage) => {
        await stage.attempt(
          `select public.set_agenda_settings('{"self_booking": false, "notice_hours": 48}')`,
        )
        return [await ask(stage, requests.A), await ask(stage, requests.ofStranger)]
      })
      const now = { self_booking: false, notice_hours: 48 }
      expect(found).toMatchObject([now, { outcome: 'new', ...now }])
    })

    it('says whether the clinic sends mail', async () => {
      const found = await as('doctorA', async (stage) => {
        await stage.owner(`insert into private.app_settings (key, value) values ('mail', 'on')`)
        return ask(stage, requests.ofStranger)
      })
      expect(found).toMatchObject({ outcome: 'new', mail: true })
    })

    it('takes 240 a minute for one account', async () => {
      const found = await as('doctorA', async (stage) => {
        await ask(stage, requests.A)
        await stage.owner(`update private.rate_limits set hits = 239 where bucket = 'request_patient'`)
        await ask(stage, requests.A)
        return ask(stage, requests.A)
      })
      expect(found).toBe('PT429')
    })
  })
})
