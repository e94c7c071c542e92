import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#domain/days.ts'
import { engines } from '#tests/engines.ts'
import type { AppError } from '#web/backend/errors.ts'
import { openPlace, type Place } from './place.ts'
import { read } from './query-case.ts'
import {
  appointmentRow,
  invoiceRow,
  newAppointment,
  newInvoice,
  newStudy,
  requestRow,
  studyRow,
} from './write-rows.ts'

// What takes more than one write of a screen (writes.test.ts has each alone), and what no screen sends; SQL as the owner then
// checks what is stored.

/** Why it was refused: the reason, and our own sentence. */
const refusal = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    ({ reason, detail }: AppError) => [reason, detail],
  )

describe.each(engines())('what the product writes on $name', (engine) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(engine)
  })
  afterAll(() => place?.close())

  const rowOf = async (table: string, id: unknown, columns = '*') => {
    const [row] = await place.stored(`select ${columns} from public.${table} where id = '${id}'`)
    return row
  }

  it('a person changes nothing of the own data that is not theirs to change', async () => {
    const id = place.id('paciente')
    for (const [forbidden, code] of [
      [{ role: 'doctor' }, 'PT403'],
      [{ role: 'doctor', is_admin: true }, 'PT403'],
      [{ specialty: 'x' }, 'PT403'],
      [{ email: 'x@y.mx' }, '42501'],
    ] as const) {
      const { status, error } = await place.as('paciente').from('profiles').update(forbidden).eq('id', id)
      expect([forbidden, status, error?.code]).toEqual([forbidden, 403, code])
    }
  })

  it('a visitor reads nothing back of a request', async () => {
    const { status } = await place
      .as('visitor')
      .from('study_requests')
      .insert({
        patient_name: 'Ana Prueba',
        patient_email: 'ana@example.com',
        patient_phone: '2221234567',
        study_type: 'Radiografía Panorámica',
        status: 'pendiente',
      })
      .select()
    expect(status).toBe(401)
  })

  it('a doctor answers a pending one, once', async () => {
    const doctora = place.screen('doctora')
    const id = Number(await requestRow(place))
    await doctora.setRequestStatus(id, 'rechazada')
    expect(await rowOf('study_requests', id, 'status')).toEqual({ status: 'rechazada' })
    expect(await refusal(doctora.setRequestStatus(id, 'rechazada'))).toEqual(['missing', null])
    const { error } = await place
      .as('doctora')
      .from('study_requests')
      .update({ patient_name: 'x' })
      .eq('id', await requestRow(place))
    expect(error?.message).toBe('Solo puedes cambiar el estado de la solicitud.')
  })

  it('what a person adds is stored once, however often it is sent with its id', async () => {
    const doctora = place.screen('doctora')
    const me = place.id('doctora')
    const note = { patient_id: place.id('paciente'), doctor_id: me, note: 'Sin hallazgos.' }
    const appointment = newAppointment(place, me)
    const adds: [table: string, add: (id: string) => Promise<void>][] = [
      ['medical_notes', (id) => doctora.addNote({ id, ...note })],
      ['studies', (id) => doctora.createStudy({ id, ...newStudy(place, me) })],
      ['citas', (id) => doctora.createAppointment({ id, ...appointment })],
      [
        'services',
        (id) =>
          place
            .screen('admin')
            .addService({ id, name: 'Molde de prueba', price: 10, active: false, requestable: false }),
      ],
    ]
    for (const [table, add] of adds) {
      const id = randomUUID()
      await Promise.all([add(id), add(id)])
      await add(id)
      expect([table, await place.stored(`select id from public.${table} where id = '${id}'`)]).toEqual([
        table,
        [{ id }],
      ])
    }
  })

  it('a study that was deleted does not come back under its id', async () => {
    const doctora = place.screen('doctora')
    const id = await studyRow(place)
    await doctora.deleteStudy(id)
    expect(await refusal(doctora.createStudy({ id, ...newStudy(place, place.id('doctora')) }))).toEqual([
      'invalid',
      'Este estudio ya fue eliminado.',
    ])
  })

  describe('citas', () => {
    const taken = ['conflict', 'alguien acaba de ocupar ese horario. Elige otro; lo demás no se pierde.']

    it('a doctor books a slot, and nobody books it again', async () => {
      const doctora = place.screen('doctora')
      const appointment = newAppointment(place, place.id('doctora'))
      const id = randomUUID()
      await doctora.createAppointment({ id, ...appointment })
      expect(await rowOf('citas', id)).toMatchObject({ ...appointment, appointment_time: '10:00:00' })
      expect(await refusal(doctora.createAppointment({ id: randomUUID(), ...appointment }))).toEqual(taken)
    })

    it('the next one of a patient, and those ahead of a doctor, have not begun yet', async () => {
      const doctora = place.screen('doctora')
      const appointment = {
        ...newAppointment(place, place.id('doctora')),
        appointment_date: addDays(place.today, 400),
      }
      for (const appointment_time of ['09:30', '10:30'])
        await doctora.createAppointment({ ...appointment, id: randomUUID(), appointment_time })
      const next = async (time: string) => {
        const query = doctora.nextAppointmentQuery(place.id('paciente'), {
          day: appointment.appointment_date,
          time,
        })
        return (await read(query))?.appointment_time
      }
      expect(await next('09:00')).toBe('09:30:00')
      expect(await next('09:30')).toBe('10:30:00')
      expect(await next('10:30')).toBeUndefined()
      const ahead = (time: string) =>
        read(doctora.appointmentsAheadQuery(place.id('doctora'), { day: appointment.appointment_date, time }))
      expect([await ahead('09:00'), await ahead('09:30'), await ahead('10:30')]).toEqual([2, 1, 0])
    })

    it('of fifty who book the same slot one wins', async () => {
      const doctora = place.screen('doctora')
      const appointment = newAppointment(place, place.id('doctora'))
      const all = await Promise.all(
        Array.from({ length: 50 }, () =>
          refusal(doctora.createAppointment({ id: randomUUID(), ...appointment })),
        ),
      )
      expect(all.filter((one) => one === null)).toHaveLength(1)
      expect(all.filter((one) => one !== null)).toEqual(Array.from({ length: 49 }, () => taken))
    })

    it('its doctor changes the status until it is final', async () => {
      const id = await appointmentRow(place)
      const set = (status: string) => place.as('doctora').from('citas').update({ status }).eq('id', id)
      // No screen sends capitals or unknown words.
      expect(await set('Completada')).toMatchObject({ error: null, status: 204 })
      expect(await rowOf('citas', id, 'status')).toEqual({ status: 'completada' })
      expect(await refusal(place.screen('doctora').setAppointmentStatus(id, 'pendiente'))).toEqual([
        'invalid',
        'No puedes cambiar el estado de una cita completada.',
      ])
      expect((await set('perdida')).error?.message).toBe('Estado de cita no válido.')
    })
  })

  it('nobody changes a note', async () => {
    const id = randomUUID()
    const note = { patient_id: place.id('paciente'), doctor_id: place.id('doctora'), note: 'Revisión.' }
    await place.screen('doctora').addNote({ id, ...note })
    const { status } = await place.as('doctora').from('medical_notes').update({ note: 'x' }).eq('id', id)
    expect(status).toBe(403)
  })

  describe('invoices', () => {
    it('the database gives the number and the sum, and a repeat meets itself', async () => {
      const doctora = place.screen('doctora')
      const invoice = { id: randomUUID(), ...newInvoice(place, place.id('doctora')) }
      const number = await doctora.createInvoice(invoice)
      expect(number).toMatch(/^IDX-\d{8}$/)
      expect(await rowOf('invoices', invoice.id)).toMatchObject({
        ...invoice,
        invoice_number: number,
        total_amount: 649.95,
      })
      expect(await doctora.createInvoice(invoice)).toBe(number)
      const chosen = await place
        .as('doctora')
        .from('invoices')
        .insert({ ...invoice, id: randomUUID(), invoice_number: 'IDX-00000001' })
        .select('invoice_number')
        .single()
      expect(chosen.data?.invoice_number).not.toBe('IDX-00000001')
    })

    it('nobody changes or deletes one', async () => {
      const id = await invoiceRow(place)
      for (const caller of ['doctora', 'admin', 'paciente'] as const) {
        const table = place.as(caller).from('invoices')
        expect((await table.update({ total_amount: 1 }).eq('id', id)).status).toBe(403)
        expect((await table.delete().eq('id', id)).status).toBe(403)
      }
    })

    it('tells a receipt of others from one that is not there', async () => {
      const number = await place.first(
        `select invoice_number as found from public.invoices where patient_id = '${place.id('paciente2')}'`,
      )
      const codeOf = (receipt: string) =>
        read(place.screen('paciente').receiptQuery(receipt)).catch(({ code }: AppError) => code)
      expect(await codeOf(number)).toBe('invoice_denied')
      expect(await codeOf('IDX-x')).toBe('invoice_missing')
    })
  })
})
