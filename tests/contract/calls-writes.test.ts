import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import { notBegunBy } from '#web/queries/appointments.ts'
import { openStage, type Stage } from './calls-stage.ts'

// Every write of the screens, by each person who makes it (docs/product/permissions.md); SQL as the owner then checks
// what is stored.

const done = { error: null, status: 204, data: null }
const made = { error: null, status: 201, data: null }

describe.each(engines())('what the product writes on $name', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(engine)
  })
  afterAll(() => stage?.product.stop())

  const rowOf = async (table: string, id: unknown, columns = '*') => {
    const [row] = await stage.stored(`select ${columns} from public.${table} where id = '${id}'`)
    return row
  }
  const idOf = async (sql: string) => (await stage.stored(sql))[0]?.id

  describe('profiles', () => {
    it('a person changes the own data, and only those', async () => {
      const id = stage.id('paciente')
      const before = await rowOf('profiles', id)
      const change = { full_name: 'Mariana López de Cruz', phone: '962 999 0000', age: 30 }
      expect(await stage.as('paciente').from('profiles').update(change).eq('id', id)).toMatchObject(done)
      expect(await rowOf('profiles', id)).toEqual({ ...before, ...change })
      for (const [forbidden, code] of [
        [{ role: 'doctor' }, 'PT403'],
        [{ role: 'doctor', is_admin: true }, 'PT403'],
        [{ specialty: 'x' }, 'PT403'],
        [{ email: 'x@y.mx' }, '42501'],
      ] as const) {
        const { status, error } = await stage.as('paciente').from('profiles').update(forbidden).eq('id', id)
        expect([forbidden, status, error?.code]).toEqual([forbidden, 403, code])
      }
      const other = await stage
        .as('paciente')
        .from('profiles')
        .update({ phone: '1' })
        .eq('id', stage.id('paciente2'))
        .select()
      expect([other.status, other.data]).toEqual([200, []])
    })

    it('a doctor adds specialty and licence', async () => {
      const id = stage.id('doctor')
      const change = { specialty: 'Endodoncia', professional_license: '777' }
      const { data } = await stage
        .as('doctor')
        .from('profiles')
        .update(change)
        .eq('id', id)
        .select('id')
        .single()
      expect(data).toEqual({ id })
      expect(await rowOf('profiles', id)).toMatchObject(change)
    })

    it('an administrator changes role and rank of others', async () => {
      const id = stage.id('doctor')
      const db = stage.as('admin2')
      expect(await db.from('profiles').update({ is_admin: true, age: 43 }).eq('id', id)).toMatchObject(done)
      expect(await rowOf('profiles', id, 'role, is_admin, age')).toEqual({
        role: 'doctor',
        is_admin: true,
        age: 43,
      })
      expect(await db.from('profiles').update({ is_admin: false }).eq('id', id)).toMatchObject(done)
      const main = await db.from('profiles').update({ is_admin: false }).eq('id', stage.id('admin'))
      expect([main.status, main.error?.code]).toEqual([403, 'PT403'])
    })
  })

  describe('study_requests', () => {
    const request = {
      patient_name: 'Ana Prueba',
      patient_email: 'ana@example.com',
      patient_phone: '2221234567',
      patient_age: 30,
      study_type: 'Radiografía Panorámica',
      referring_doctor: 'Dra. Alejandra Pérez',
      notes: 'Sin prisa',
      tentative_date: '2999-01-01',
      status: 'pendiente',
    }
    const send = async () => {
      expect(await stage.as('visitor').from('study_requests').insert(request)).toMatchObject(made)
      return idOf('select id from public.study_requests order by id desc limit 1')
    }

    it('a visitor sends one and reads nothing back', async () => {
      const id = await send()
      expect(await rowOf('study_requests', id)).toMatchObject({ id, ...request })
      const { status } = await stage.as('visitor').from('study_requests').insert(request).select()
      expect(status).toBe(401)
    })

    it('optional fields may be null; a wrong one is named in Spanish', async () => {
      const bare = { ...request, patient_age: null, referring_doctor: '', notes: '', tentative_date: null }
      expect(await stage.as('visitor').from('study_requests').insert(bare)).toMatchObject(made)
      const { status, error } = await stage
        .as('visitor')
        .from('study_requests')
        .insert({ ...request, study_type: 'Otro' })
      expect([status, error?.message]).toEqual([400, 'Tipo de estudio: elige uno de la lista.'])
    })

    it('a doctor answers a pending one, once', async () => {
      const id = await send()
      const reject = () =>
        stage
          .as('doctora')
          .from('study_requests')
          .update({ status: 'rechazada' })
          .eq('id', id)
          .select('id')
          .single()
      expect(await reject()).toMatchObject({ status: 200, data: { id } })
      expect(await rowOf('study_requests', id, 'status')).toEqual({ status: 'rechazada' })
      expect((await reject()).status).toBe(406)
      const { error } = await stage
        .as('doctora')
        .from('study_requests')
        .update({ patient_name: 'x' })
        .eq('id', await send())
      expect(error?.message).toBe('Solo puedes cambiar el estado de la solicitud.')
    })

    it('an administrator rewrites and deletes one', async () => {
      const id = await send()
      const change = {
        patient_name: 'Ana María Prueba',
        patient_phone: '5550000000',
        study_type: 'Trazados Cefalométricos',
        status: 'aceptada',
        notes: null,
        referring_doctor: 'Dr. Juan Pérez',
        patient_email: request.patient_email,
      }
      const db = stage.as('admin')
      expect(await db.from('study_requests').update(change).eq('id', id)).toMatchObject(done)
      expect(await rowOf('study_requests', id)).toMatchObject(change)
      const refused = await stage.as('doctora').from('study_requests').delete().eq('id', id).select()
      expect([refused.status, refused.data]).toEqual([200, []])
      expect(await db.from('study_requests').delete().eq('id', id)).toMatchObject(done)
      expect(await rowOf('study_requests', id)).toBeUndefined()
    })
  })

  it('what a person adds is stored once, however often it is sent with its id', async () => {
    const people = { patient_id: stage.id('paciente'), doctor_id: stage.id('doctora') }
    const when = { appointment_date: addDays(stage.today, 46), appointment_time: '09:30' }
    const rows: [caller: Parameters<Stage['as']>[0], table: string, row: object][] = [
      ['doctora', 'medical_notes', { ...people, note: 'Sin hallazgos.' }],
      ['doctora', 'studies', { ...people, study_type: 'Tomografías', study_date: stage.today }],
      ['doctora', 'citas', { ...people, ...when, study_type: 'Tomografías', status: 'pendiente' }],
      ['admin', 'services', { name: 'Molde de prueba', price: 10, active: false, requestable: false }],
    ]
    for (const [caller, table, row] of rows) {
      const id = randomUUID()
      const insert = () =>
        stage
          .as(caller)
          .from(table)
          .insert({ id, ...row })
      const statuses = (await Promise.all([insert(), insert()])).map(({ status }) => status).sort()
      const again = await insert()
      expect([table, statuses, again.status, again.error?.code]).toEqual([table, [201, 409], 409, '23505'])
      expect((await stage.as(caller).from(table).select('id').eq('id', id)).data).toEqual([{ id }])
    }
  })

  it('a study that was deleted does not come back under its id', async () => {
    const db = stage.as('doctora')
    const study = {
      id: randomUUID(),
      patient_id: stage.id('paciente'),
      doctor_id: stage.id('doctora'),
      study_date: stage.today,
    }
    expect(await db.from('studies').insert(study)).toMatchObject(made)
    expect(await db.from('studies').delete().eq('id', study.id)).toMatchObject(done)
    const { status, error } = await db.from('studies').insert(study)
    expect([status, error?.message]).toEqual([400, 'Este estudio ya fue eliminado.'])
  })

  describe('citas', () => {
    /** A slot that is free: the demo ends thirty days ahead. */
    const appointment = (time: string, days = 45) => ({
      patient_id: stage.id('paciente'),
      doctor_id: stage.id('doctora'),
      appointment_date: addDays(stage.today, days),
      appointment_time: time,
      study_type: 'Escaneo Intraoral',
      nombre: 'Mariana López',
      telefono: '962 010 0005',
      especialidad: 'Imagenología Dental',
      status: 'pendiente',
    })

    it('a doctor books a slot, and nobody books it again', async () => {
      const row = appointment('09:30')
      const { data, status } = await stage.as('doctora').from('citas').insert(row).select('id').single()
      expect(status).toBe(201)
      expect(await rowOf('citas', data?.id)).toMatchObject({ ...row, appointment_time: '09:30:00' })
      const again = await stage.as('doctora').from('citas').insert(row)
      expect([again.status, again.error?.code]).toEqual([409, '23505'])
    })

    it('the next one of a patient has not begun yet', async () => {
      const day = addDays(stage.today, 47)
      for (const time of ['09:30', '10:30'])
        expect(await stage.as('doctora').from('citas').insert(appointment(time, 47))).toMatchObject(made)
      const next = async (time: string) => {
        const { data } = await stage
          .as('doctora')
          .from('citas')
          .select('appointment_time')
          .eq('appointment_date', day)
          .eq('patient_id', stage.id('paciente'))
          .or(notBegunBy({ day, time }))
          .order('appointment_time')
        return data?.map((row) => row.appointment_time)
      }
      expect(await next('09:00')).toEqual(['09:30:00', '10:30:00'])
      expect(await next('09:30')).toEqual(['10:30:00'])
      expect(await next('10:30')).toEqual([])
    })

    it('of fifty who book the same slot one wins', async () => {
      const row = appointment('10:30')
      const all = await Promise.all(
        Array.from({ length: 50 }, () => stage.as('doctora').from('citas').insert(row)),
      )
      const statuses = all.map(({ status }) => status).sort()
      expect(statuses).toEqual([201, ...Array.from({ length: 49 }, () => 409)])
    })

    it('only a doctor books, ahead and on the grid', async () => {
      const patient = await stage.as('paciente').from('citas').insert(appointment('11:00'))
      expect([patient.status, patient.error?.code]).toEqual([403, '42501'])
      for (const wrong of [appointment('11:15'), appointment('09:00'), appointment('11:00', -1)]) {
        const { status, error } = await stage.as('doctora').from('citas').insert(wrong)
        expect([status, error?.code]).toEqual([400, 'PT400'])
      }
    })

    it('its doctor changes the status until it is final', async () => {
      const db = stage.as('doctora')
      const { data } = await db.from('citas').insert(appointment('12:00')).select('id').single()
      const set = (status: string) => db.from('citas').update({ status }).eq('id', data?.id)
      expect(await set('Completada')).toMatchObject(done)
      expect(await rowOf('citas', data?.id, 'status')).toEqual({ status: 'completada' })
      expect((await set('pendiente')).error?.message).toBe(
        'No puedes cambiar el estado de una cita completada.',
      )
      expect((await set('perdida')).error?.message).toBe('Estado de cita no válido.')
      const other = await stage
        .as('paciente')
        .from('citas')
        .update({ status: 'cancelada' })
        .eq('id', data?.id)
        .select()
      expect([other.status, other.data]).toEqual([200, []])
    })
  })

  describe('studies', () => {
    const study = () => ({
      patient_id: stage.id('paciente'),
      doctor_id: stage.id('doctora'),
      study_type: 'Tomografías',
      study_date: stage.today,
      comments: 'Arcada completa',
      file_url: 'https://visor.clinica.test/estudios/1',
      file_name: null,
    })

    it('a doctor adds, edits and deletes the own; the deleted one is archived', async () => {
      const db = stage.as('doctora')
      expect(await db.from('studies').insert(study())).toMatchObject(made)
      const id = await idOf('select id from public.studies order by created_at desc limit 1')
      expect(await rowOf('studies', id)).toMatchObject(study())
      const comments = 'Bimaxilar'
      expect(await db.from('studies').update({ comments }).eq('id', id)).toMatchObject(done)
      expect(await rowOf('studies', id, 'comments')).toEqual({ comments })
      const others = await stage.as('doctor').from('studies').delete().eq('id', id).select()
      expect(others.data).toEqual([])
      expect(await db.from('studies').delete().eq('id', id)).toMatchObject(done)
      expect(await rowOf('studies', id)).toBeUndefined()
      const [kept] = await stage.stored(`select study from private.deleted_studies where id = '${id}'`)
      expect(kept?.study).toMatchObject({ id, comments })
    })

    it('an administrator does so for anybody', async () => {
      const row = { ...study(), patient_id: stage.id('paciente2'), doctor_id: stage.id('doctor') }
      const db = stage.as('admin')
      const { data } = await db.from('studies').insert(row).select('id').single()
      const change = { patient_id: stage.id('paciente'), study_type: null, file_url: null }
      expect(await db.from('studies').update(change).eq('id', data?.id)).toMatchObject(done)
      expect(await rowOf('studies', data?.id)).toMatchObject(change)
      expect(await db.from('studies').delete().eq('id', data?.id)).toMatchObject(done)
    })

    it('links are https', async () => {
      const { status, error } = await stage
        .as('doctora')
        .from('studies')
        .insert({ ...study(), file_url: 'javascript:alert(1)' })
      expect([status, error?.message]).toEqual([400, 'Enlace del estudio: debe empezar con https://.'])
    })
  })

  describe('medical_notes', () => {
    it('a doctor adds one, and nobody changes it', async () => {
      const note = {
        patient_id: stage.id('paciente'),
        doctor_id: stage.id('doctora'),
        note: 'Revisión en un mes.',
      }
      expect(await stage.as('doctora').from('medical_notes').insert(note)).toMatchObject(made)
      const id = await idOf(`select id from public.medical_notes where note = '${note.note}'`)
      expect(await rowOf('medical_notes', id)).toMatchObject(note)
      const update = await stage.as('doctora').from('medical_notes').update({ note: 'x' }).eq('id', id)
      expect(update.status).toBe(403)
      const blank = await stage
        .as('doctora')
        .from('medical_notes')
        .insert({ ...note, note: ' ' })
      expect([blank.status, blank.error?.code]).toEqual([400, 'PT400'])
      expect((await stage.as('paciente').from('medical_notes').insert(note)).status).toBe(403)
    })
  })

  describe('invoices', () => {
    const invoice = () => ({
      id: randomUUID(),
      invoice_number: 'IDX-00000001',
      patient_id: stage.id('paciente'),
      doctor_id: stage.id('doctora'),
      payment_date: stage.today,
      payment_method: 'Transferencia',
      services: [
        { name: 'Radiografía Panorámica', price: 250 },
        { name: 'Escaneo Intraoral', price: 399.95 },
      ],
      total_amount: 1,
    })

    it('the database gives the number and the sum, and a repeat meets itself', async () => {
      const row = invoice()
      const db = stage.as('doctora')
      const { data, status } = await db
        .from('invoices')
        .insert(row)
        .select('invoice_number, total_amount')
        .single()
      expect([status, data?.total_amount]).toEqual([201, 649.95])
      expect(data?.invoice_number).toMatch(/^IDX-\d{8}$/)
      expect(data?.invoice_number).not.toBe(row.invoice_number)
      expect(await rowOf('invoices', row.id)).toMatchObject({ ...row, ...data })
      const again = await db.from('invoices').insert(row)
      expect([again.status, again.error?.code]).toEqual([409, '23505'])
      expect((await db.from('invoices').select('id').eq('id', row.id)).data).toEqual([{ id: row.id }])
    })

    it('nobody changes or deletes one; an administrator annuls it with a reason, once', async () => {
      const row = invoice()
      await stage.as('doctora').from('invoices').insert(row)
      for (const caller of ['doctora', 'admin', 'paciente'] as const) {
        const table = stage.as(caller).from('invoices')
        expect((await table.update({ total_amount: 1 }).eq('id', row.id)).status).toBe(403)
        expect((await table.delete().eq('id', row.id)).status).toBe(403)
      }
      const annul = (caller: 'admin' | 'doctora') =>
        stage.as(caller).rpc('annul_invoice', { invoice_id: row.id, reason: 'Pago repetido' })
      expect((await annul('doctora')).status).toBe(403)
      const { data, status } = await annul('admin')
      expect([status, data]).toEqual([
        200,
        expect.objectContaining({
          id: row.id,
          annulled_reason: 'Pago repetido',
          annulled_by: stage.id('admin'),
        }),
      ])
      expect((await annul('admin')).status).toBe(409)
    })

    it('tells a receipt of others from one that is not there', async () => {
      const [row] = await stage.stored(
        `select invoice_number from public.invoices where patient_id = '${stage.id('paciente2')}' limit 1`,
      )
      const exists = async (number: unknown) =>
        (await stage.as('paciente').rpc('invoice_exists', { number })).data
      expect(await exists(row?.invoice_number)).toBe(true)
      expect(await exists('IDX-x')).toBe(false)
    })
  })
})
