import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { counts, linkedTo, person, tables } from './calls-read-list.ts'
import { type Caller, openStage, type Stage } from './calls-stage.ts'

describe.each(engines())('what the product reads on $name', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(engine)
    // In the demo it is random who has a note.
    const { error } = await stage
      .as('doctora')
      .from('medical_notes')
      .insert({ patient_id: stage.id('paciente'), doctor_id: stage.id('doctora'), note: 'Sin hallazgos.' })
    if (error) throw error
  })
  afterAll(() => stage?.product.stop())

  for (const [table, reads] of Object.entries(tables)) {
    describe(table, () => {
      it.each(reads)('%s, as %s', async (_, as, call, rows) => {
        const expected = await stage.stored(rows(stage))
        expect(expected).not.toEqual([])
        const { data, error, status } = await call(stage.as(as), stage)
        expect(error).toBeNull()
        expect([status, data]).toEqual([200, expected])
      })
    })
  }

  describe('counts', () => {
    it.each(counts)('%s, as %s', async (_, as, call, rows) => {
      const expected = await stage.stored(rows(stage))
      expect(expected).not.toEqual([])
      expect(await call(stage.as(as), stage)).toMatchObject({
        error: null,
        status: 200,
        count: expected.length,
        data: null,
      })
    })
  })

  describe('one record', () => {
    it('a receipt with both people in full opens for its patient, its doctor and administrators', async () => {
      const [receipt] = await stage.stored(
        `select i.*, ${person('i', 'patient_id', 'p.*')} as patient, ${person('i', 'doctor_id', 'p.*')} as doctor
         from public.invoices i where patient_id = '${stage.id('paciente')}' and doctor_id = '${stage.id('doctora')}' limit 1`,
      )
      const open = (caller: Caller) =>
        stage
          .as(caller)
          .from('invoices')
          .select('*, patient:profiles!patient_id(*), doctor:profiles!doctor_id(*)')
          .eq('invoice_number', String(receipt?.invoice_number))
          .single()
      for (const caller of ['paciente', 'doctora', 'admin'] as const) {
        const { data, status } = await open(caller)
        expect([caller, status, data]).toEqual([caller, 200, receipt])
      }
      for (const caller of ['paciente2', 'doctor'] as const) {
        const { data, status, error } = await open(caller)
        expect([caller, status, data, error?.code]).toEqual([caller, 406, null, 'PGRST116'])
      }
      expect((await open('visitor')).status).toBe(401)
    })

    it('a request that is not there is nothing, and no error', async () => {
      const { data, error } = await stage
        .as('doctora')
        .from('study_requests')
        .select()
        .eq('id', 999_999)
        .maybeSingle()
      expect([data, error]).toEqual([null, null])
    })
  })

  describe('what others ask in vain', () => {
    it.each(['profiles', 'study_requests', 'citas', 'studies', 'medical_notes', 'invoices'])(
      'a visitor reads no %s',
      async (table) => {
        const { status, data, error } = await stage.as('visitor').from(table).select().limit(5)
        expect([status, data, error?.code]).toEqual([401, null, '42501'])
      },
    )

    it.each(['citas', 'studies', 'invoices'])('a patient reads no %s of somebody else', async (table) => {
      const { status, data } = await stage
        .as('paciente')
        .from(table)
        .select('id')
        .neq('patient_id', stage.id('paciente'))
      expect([status, data]).toEqual([200, []])
    })
  })

  describe('exports', () => {
    it.each(['profiles', 'citas', 'studies', 'invoices'])(
      'every row of %s, in pages and as csv',
      async (table) => {
        const expected = await stage.stored(`select * from public.${table} order by id`)
        const found: unknown[] = []
        for (let from = 0; from <= expected.length; from += 200) {
          const { data, error } = await stage
            .as('admin')
            .from(table)
            .select('*')
            .order('id')
            .range(from, from + 199)
          expect(error).toBeNull()
          found.push(...(data ?? []))
        }
        expect(found).toEqual(expected)
        const csv = await stage.as('admin').from(table).select('id').order('id').csv()
        expect(csv.data).toBe(['id', ...expected.slice(0, 1000).map(({ id }) => id)].join('\n'))
      },
    )
  })

  describe('procedures', () => {
    const patientsOf = (caller: Caller, of: 'doctora' | 'doctor') =>
      stage.as(caller).rpc('get_doctor_patients', { d_id: stage.id(of) })

    it('get_doctor_patients answers a doctor’s own patients, and an administrator anybody’s', async () => {
      const expected = await stage.stored(
        `select p.id, p.full_name, p.email, p.phone, p.age from public.profiles p
         where ${linkedTo(stage.id('doctora'))} order by p.full_name, p.id`,
      )
      expect(expected).not.toEqual([])
      for (const caller of ['doctora', 'admin'] as const) {
        expect([caller, (await patientsOf(caller, 'doctora')).data]).toEqual([caller, expected])
      }
      for (const caller of ['doctor', 'paciente'] as const) {
        expect([caller, (await patientsOf(caller, 'doctora')).data]).toEqual([caller, []])
      }
      expect((await patientsOf('visitor', 'doctora')).status).toBe(401)
    })

    it('get_doctor_patients is searched, counted and paged like a table', async () => {
      const { data, count, status } = await stage
        .as('doctora')
        .rpc('get_doctor_patients', { d_id: stage.id('doctora') }, { count: 'exact' })
        .or('full_name.ilike.*mariana*,email.ilike.*mariana*')
        .eq('id', stage.id('paciente'))
        .order('full_name')
        .range(0, 8)
      expect([status, count, data]).toEqual([
        200,
        1,
        [expect.objectContaining({ id: stage.id('paciente'), full_name: 'Mariana López Hernández' })],
      ])
    })

    it('visitors get names of referring doctors from suggest_referring_doctors', async () => {
      const { data, error } = await stage.as('visitor').rpc('suggest_referring_doctors', { term: 'per' })
      expect(error).toBeNull()
      expect(data).toContainEqual(expect.stringMatching(/p[eé]rez/i))
      expect((await stage.as('visitor').rpc('suggest_referring_doctors', { term: 'p' })).data).toEqual([])
    })
  })
})
