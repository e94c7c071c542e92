import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/engines.ts'
import { openProduct, type Sandbox } from './rest-sandbox.ts'

describe.each(engines())('the product’s tables through PostgREST on $name', (engine) => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openProduct(engine)
  })
  afterAll(() => sandbox.dispose())

  test('people and names come with appointments, studies, notes and invoices', async () => {
    const db = await sandbox.as('service_role')
    for (const table of ['citas', 'studies', 'invoices']) {
      const { error } = await db
        .from(table)
        .select(
          `*, patient_name, doctor_name, patient:profiles!patient_id(id, full_name, email, phone),
           doctor:profiles!${table}_doctor_id_fkey(full_name, specialty)`,
          { count: 'exact' },
        )
        .ilike('patient.full_name', '*a*')
        .order('created_at', { ascending: false })
        .range(0, 7)
      expect(error, table).toBeNull()
    }
    const notes = await db
      .from('medical_notes')
      .select('*, doctor_name, doctor:profiles!doctor_id(full_name)')
    expect(notes.error).toBeNull()
    expect((await db.from('citas').select('*, profiles(full_name)')).error?.code).toBe('PGRST201')
  })

  test('a visitor leaves a request and reads none back', async () => {
    const anon = await sandbox.as('anon')
    const request = {
      patient_name: 'Ana Prueba',
      patient_email: 'ana@example.com',
      patient_phone: '2221234567',
      patient_age: 30,
      study_type: 'Radiografía Panorámica',
      tentative_date: '2999-01-01',
      status: 'pendiente',
      privacy_version: '1',
      privacy_accepted_at: new Date().toISOString(),
    }
    const sent = await anon.from('study_requests').insert(request)
    expect(sent.error).toBeNull()
    expect(sent.status).toBe(201)
    const once = { ...request, patient_email: 'once@example.com', submission_id: crypto.randomUUID() }
    expect((await anon.from('study_requests').insert(once)).status).toBe(201)
    const again = await anon.from('study_requests').insert(once)
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
    const service = await sandbox.as('service_role')
    const kept = await service
      .from('study_requests')
      .select('patient_email')
      .eq('patient_email', 'once@example.com')
    expect(kept.data).toHaveLength(1)
    for (const { data, status } of [
      await anon.from('study_requests').select(),
      await anon.from('profiles').select(),
      await anon.from('citas').select(),
      await anon.from('invoices').select(),
    ]) {
      expect([status, data]).toEqual([401, null])
    }
    expect((await anon.from('account_state').select()).error?.code).toBe('PGRST205')
  })
})
